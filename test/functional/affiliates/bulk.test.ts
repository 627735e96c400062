import { beforeAll, describe, expect, test } from 'vitest';
import { createCampaign, invite, unusedEmail } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isTransaction, runAndKill } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const sendAll = (affiliates: unknown, { admin }: TestBrand = acme, more: object = {}) =>
  send('POST', '/affiliates/bulk', { token: admin, body: { affiliates }, ...more });

describe('POST /v1/affiliates/bulk', () => {
  test('invites each creator or says why not, in the order of the request', async () => {
    const campaign = await createCampaign(acme.admin);
    const existing = await invite(acme.admin, { externalId: 'crm-1' });
    const email = unusedEmail();
    const { status, json } = await sendAll([
      { email, name: 'Ada', externalId: 'crm-2', metadata: { tier: 'gold' }, campaignIds: [campaign.id] },
      { email: existing.email },
      { email },
      { email: unusedEmail(), externalId: 'crm-1' },
      { email: unusedEmail(), campaignIds: ['cmp_nothing'] },
      { email: unusedEmail() },
    ]);
    expect(status).toBe(200);
    expect(json.meta).toEqual({ total: 6, created: 2, failed: 4, cursor: null });
    const ada = json.data[0].affiliate;
    expect(json.data).toMatchObject([
      {
        status: 'created',
        affiliate: { email, status: 'invited', externalId: 'crm-2', metadata: { tier: 'gold' } },
      },
      { error: { code: 'affiliate_exists', details: [{ values: [existing.id] }] } },
      { error: { code: 'affiliate_exists', details: [{ values: [ada.id] }] } },
      { error: { code: 'external_id_taken', details: [{ values: [existing.id] }] } },
      { error: { code: 'reference_not_found', details: [{ path: 'campaignIds.0' }] } },
      { status: 'created', index: 5 },
    ]);
    expect((await readPage(acme.admin, '/affiliates', { campaignId: campaign.id })).items).toEqual([ada]);
  });

  test('invites creators up to the limit of the plan, and fails the others', async () => {
    const brand = await createBrand();
    const { total } = await readPage(brand.admin, '/affiliates');
    const { json } = await sendAll(
      Array.from({ length: 3 }, () => ({ email: unusedEmail() })),
      brand,
    );
    expect(json.meta.created).toBe(3);
    expect((await readPage(brand.admin, '/affiliates')).total).toBe(total + 3);
  });

  test('returns 400 and invites nobody if the body is malformed, and 403 to members', async () => {
    const brand = await createBrand();
    const invitation = { email: unusedEmail() };
    for (const affiliates of [[], [invitation, 'nobody'], Array(101).fill(invitation), 'x']) {
      expect((await sendAll(affiliates, brand)).status).toBe(400);
    }
    const body = { affiliates: [invitation] };
    expect((await send('POST', '/affiliates/bulk', { token: brand.member, body })).status).toBe(403);
    expect((await readPage(brand.admin, '/affiliates')).total).toBe(0);
  });

  test('fails only the invitations that are invalid, and suggests codes for a tracking code that is taken', async () => {
    const brand = await createBrand();
    const { trackingCode } = await invite(brand.admin);
    const invitations = [
      { email: 'nobody' },
      { email: unusedEmail() },
      { email: unusedEmail(), trackingCode },
      { email: unusedEmail(), unknown: 1 },
    ];
    const { status, json } = await sendAll(invitations, brand);
    expect([status, json.meta]).toMatchObject([200, { total: 4, created: 1, failed: 3 }]);
    const [invalid, created, taken, unknown] = json.data;
    expect([invalid.error, unknown.error]).toEqual([invalidFields('email'), invalidFields('unknown')]);
    expect([created.index, created.status]).toEqual([1, 'created']);
    expect(taken.error.details).toMatchObject([
      { path: 'trackingCode', values: [{}, {}, {}].map(() => expect.any(String)) },
    ]);
  });

  test('returns the same response for a retry with the same key', async () => {
    const headers = { 'idempotency-key': 'bulk-invitation-1' };
    const affiliates = [{ email: unusedEmail() }, { email: unusedEmail() }];
    const first = await sendAll(affiliates, acme, { headers });
    const again = await sendAll(affiliates, acme, { headers });
    expect(again.text).toBe(first.text);
    expect(first.json.meta.created).toBe(2);
  });
});

test('a bulk invitation that was interrupted invites each creator once when it is retried with its key', async () => {
  const clock = fakeClock();
  const brand = await createBrand();
  const affiliates = Array.from({ length: 3 }, () => ({ email: unusedEmail() }));
  const request = () => sendAll(affiliates, brand, { headers: { 'idempotency-key': 'crm' } });
  const { hasDied } = await runAndKill(request, { call: 2, moment: 'after', counts: isTransaction });
  expect(hasDied).toBe(true);
  const before = (await readPage(brand.admin, '/affiliates')).items;
  expect(before).toHaveLength(2);
  clock.advance(60);
  const { status, json } = await request();
  expect([status, json.meta]).toEqual([200, { total: 3, created: 3, failed: 0, cursor: null }]);
  const { items } = await readPage(brand.admin, '/affiliates');
  expect(items).toHaveLength(3);
  expect(items).toEqual(expect.arrayContaining([...before]));
});
