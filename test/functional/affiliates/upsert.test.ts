import { beforeAll, describe, expect, test } from 'vitest';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, createCampaign, invite, unusedCode, unusedEmail } from '#test/support/creations.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const put = (externalId: string, body: object, token = acme.admin) =>
  send('PUT', `/affiliates/by-external-id/${encodeURIComponent(externalId)}`, { token, body });

describe('PUT /v1/affiliates/by-external-id/{externalId} with a new external id', () => {
  test('creates an invited creator with the fields of an invitation', async () => {
    const campaign = await createCampaign(acme.admin);
    const body = {
      email: unusedEmail(),
      name: 'Ada',
      trackingCode: unusedCode(),
      commissionOverride: { type: 'percentage', value: 12.5 },
      metadata: { tier: 'gold', empty: null },
      campaignIds: [campaign.id],
    };
    const { status, json } = await put('crm/1 %2F', body);
    expect(status).toBe(201);
    const { campaignIds: _, ...shown } = body;
    const expected = { ...shown, status: 'invited', externalId: 'crm/1 %2F', metadata: { tier: 'gold' } };
    expect(json.data).toMatchObject(expected);
    expect((await readPage(acme.admin, '/affiliates', { campaignId: campaign.id })).items).toEqual([
      json.data,
    ]);
  });

  test('returns the conflicts of an invitation', async () => {
    const existing = await invite(acme.admin, { trackingCode: unusedCode() });
    const { json: sameEmail } = await put('conflict-1', { email: existing.email });
    expect(sameEmail).toMatchObject({ code: 'affiliate_exists', details: [{ values: [existing.id] }] });
    const { trackingCode } = existing;
    const { json: sameCode } = await put('conflict-1', { email: unusedEmail(), trackingCode });
    expect(sameCode.code).toBe('tracking_code_taken');
    const { json: noCampaign } = await put('conflict-1', {
      email: unusedEmail(),
      campaignIds: ['cmp_01JZZZZZZZZZZZZZZZZZZZZZZZ'],
    });
    expect(noCampaign).toMatchObject({ code: 'reference_not_found', details: [{ path: 'campaignIds.0' }] });
    expect((await readPage(acme.admin, '/affiliates', { externalId: 'conflict-1' })).total).toBe(0);
  });

  test('returns 400 for an external id or a body that is malformed', async () => {
    const email = unusedEmail();
    const tooLong = await put('x'.repeat(256), { email });
    expect([tooLong.status, tooLong.json.details[0].path]).toEqual([400, 'externalId']);
    for (const body of [{}, { email: 'nobody' }, { email, status: 'active' }, { email, externalId: 'x' }]) {
      expect((await put('bad-1', body)).status).toBe(400);
    }
    expect((await readPage(acme.admin, '/affiliates', { externalId: 'bad-1' })).total).toBe(0);
  });

  test('creates a creator of the caller when another brand uses the external id', async () => {
    const globex = await createBrand();
    const theirs = (await put('shared-1', { email: unusedEmail() }, globex.admin)).json.data;
    const { status, json } = await put('shared-1', { email: unusedEmail() });
    expect([status, json.data.id === theirs.id]).toEqual([201, false]);
    const read = await send('GET', `/affiliates/${theirs.id}`, { token: globex.admin });
    expect(read.json.data).toEqual(theirs);
  });
});

describe('PUT /v1/affiliates/by-external-id/{externalId} with an external id that exists', () => {
  test('changes the fields that it has, and keeps the others', async () => {
    const first = await createCampaign(acme.admin);
    const second = await createCampaign(acme.admin);
    const created = await invite(acme.admin, {
      externalId: 'crm-2',
      name: 'Ada',
      commissionOverride: { type: 'percentage', value: 5 },
      metadata: { tier: 'gold', shop: 'berlin' },
      campaignIds: [first.id],
    });
    await send('PATCH', `/affiliates/${created.id}`, { token: acme.admin, body: { status: 'active' } });
    const before = { ...created, status: 'active' };
    const email = unusedEmail();
    const changed = await put('crm-2', {
      email,
      metadata: { tier: 'silver', shop: null },
      campaignIds: [first.id, second.id],
    });
    expect(changed.status).toBe(200);
    expect(changed.json.data).toEqual({ ...before, email, metadata: { tier: 'silver' } });
    for (const { id } of [first, second]) {
      const campaign = (await send('GET', `/campaigns/${id}`, { token: acme.admin })).json.data;
      expect(campaign.creatorsCount).toBe(1);
    }
    const repeated = await put('crm-2', { email, name: 'Ada', commissionOverride: null });
    expect(repeated.json.data).toEqual({ ...changed.json.data, commissionOverride: null });
  });

  test('releases the former e-mail address and claims the new one', async () => {
    const email = unusedEmail();
    const { id } = (await put('crm-3', { email })).json.data;
    expect((await put('crm-3', { email: email.toUpperCase() })).json.data.id).toBe(id);
    expect((await put('crm-3', { email: unusedEmail() })).status).toBe(200);
    const other = await invite(acme.admin, { email });
    const { json } = await put('crm-3', { email });
    expect(json).toMatchObject({ code: 'affiliate_exists', details: [{ values: [other.id] }] });
  });

  test('accepts the tracking code of the creator in any letter case, and refuses another one', async () => {
    const trackingCode = unusedCode();
    const email = unusedEmail();
    await put('crm-4', { email, trackingCode });
    expect((await put('crm-4', { email, trackingCode: trackingCode.toUpperCase() })).status).toBe(200);
    const refused = await put('crm-4', { email, trackingCode: unusedCode() });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      code: 'tracking_code_fixed',
      details: [{ values: [trackingCode] }],
    });
  });
});

test('a repeated PUT with the same fields writes nothing', async () => {
  const email = unusedEmail();
  const { json } = await put('same-1', { email, name: 'Ada' });
  const [repeated, { calls }] = await trafficOf(() => put('same-1', { email, name: 'Ada' }));
  expect([repeated.status, repeated.json]).toEqual([200, json]);
  expect(calls.filter(({ operation }) => operation.startsWith('Transact'))).toEqual([]);
});

test('a PUT creates a creator when another request gives the external id up meanwhile', async () => {
  const { admin } = await createBrand();
  const { id } = (await put('given-up', { email: unusedEmail(), name: 'Ada' }, admin)).json.data;
  const email = unusedEmail();
  // The first call reads the claim of the external id, and the second one the creator.
  const paused = pauseAt(2, () => put('given-up', { email }, admin));
  expect(await paused.isHeld).toBe(true);
  const change = { token: admin, body: { externalId: 'other' } };
  expect((await send('PATCH', `/affiliates/${id}`, change)).status).toBe(200);
  const { status, json } = await paused.release();
  expect([status, json.data.email, json.data.id === id]).toEqual([201, email, false]);
  expect((await send('GET', `/affiliates/${id}`, { token: admin })).json.data.name).toBe('Ada');
});

test('a PUT keeps what a concurrent change wrote between its read and its write', async () => {
  const { admin } = await createBrand();
  const email = unusedEmail();
  const { id } = (await put('race-3', { email }, admin)).json.data;
  const paused = pauseAt(1, () => put('race-3', { email, name: 'Ada' }, admin), isTransaction);
  expect(await paused.isHeld).toBe(true);
  const change = { token: admin, body: { metadata: { tier: 'gold' } } };
  expect((await send('PATCH', `/affiliates/${id}`, change)).status).toBe(200);
  expect((await paused.release()).json.data).toMatchObject({ name: 'Ada', metadata: { tier: 'gold' } });
});

describe('concurrent PUT /v1/affiliates/by-external-id/{externalId}', () => {
  test('create one creator, and all other requests update it', async () => {
    const { brand, admin } = await createBrand();
    const email = unusedEmail();
    const trackingCode = unusedCode();
    const answers = await runConcurrently(6, (index) =>
      put('race-1', { email, trackingCode, metadata: { [`key${index}`]: 'set' } }, admin),
    );
    expect(countByStatus(answers)).toEqual({ 200: 5, 201: 1 });
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    const [found] = (await readPage(admin, '/affiliates')).items;
    expect(Object.keys(found?.metadata ?? {})).toHaveLength(6);
    expect(await readCounter(brand.id, 'affiliates')).toEqual({ total: 1, invited: 1, used: 1 });
  });

  test('add a creator to a campaign once', async () => {
    const { admin } = await createBrand();
    const campaign = await createCampaign(admin);
    const email = unusedEmail();
    const campaignIds = [campaign.id];
    await put('race-2', { email }, admin);
    const answers = await runConcurrently(4, () => put('race-2', { email, campaignIds }, admin));
    expect(countByStatus(answers)).toEqual({ 200: 4 });
    const { creatorsCount } = (await send('GET', `/campaigns/${campaign.id}`, { token: admin })).json.data;
    expect(creatorsCount).toBe(1);
  });
});

test('GET /v1/affiliates finds a creator of the test twin by its tracking code', async () => {
  const { key } = await createApiKey(acme.admin, { mode: 'test' });
  const created = (await put('twin-1', { email: unusedEmail() }, key)).json.data;
  const { items } = await readPage(key, '/affiliates', { trackingCode: created.trackingCode });
  expect(items).toEqual([created]);
});
