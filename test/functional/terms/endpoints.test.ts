import { describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { commissionOf, read, recordOrder } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const presented = (value: number) => ({ rate: { ...percent(value), per: 'order' }, rules: [], caps: {} });

const tiersBy = (by: string, ...starts: readonly number[]) => ({
  by,
  appliesTo: 'wholeMonth',
  steps: starts.map((from) => ({ from: from === 0 ? 0.5 : from, rate: percent(7) })),
});

const put = (token: string, path: string, body: object) => send('PUT', `${path}/terms`, { token, body });
const setTerms = (token: string, path: string, body: object) => dataOf(put(token, path, body));

async function createOwners() {
  const { admin, brand } = await createBrand();
  const campaign = await createCampaign(admin);
  const affiliate = await invite(admin);
  const owners = [
    { path: '/brand', id: brand.id, type: 'settings.terms_updated' },
    { path: `/campaigns/${campaign.id}`, id: campaign.id, type: 'campaign.terms_updated' },
    { path: `/affiliates/${affiliate.id}`, id: affiliate.id, type: 'affiliate.terms_updated' },
    { path: '/affiliate-groups/vip', id: 'vip', type: 'affiliate.group_terms_updated' },
  ];
  return { admin, brand, owners };
}

describe('PUT and GET /v1/…/terms', () => {
  test('each owner has terms of its own, whose answer can be sent again, and each version is one event', async () => {
    fakeClock('2026-03-01T12:00:00.000Z', 1);
    const { admin, owners } = await createOwners();
    const terms = {
      rate: { type: 'fixed', value: 2.5, per: 'item' },
      rules: [
        { match: { sku: ['a', 'b'] }, rate: { ...percent(12.5), per: 'order' } },
        { match: { tag: ['sale'] }, customers: 'new', excluded: true },
        { customers: 'returning', rate: { ...percent(1), per: 'order' } },
      ],
      tiers: {
        by: 'orders',
        appliesTo: 'wholeMonth',
        steps: [
          { from: 10, rate: percent(15) },
          { from: 20, rate: { type: 'fixed', value: 7.5 } },
        ],
      },
      caps: { perOrder: 20, perMonth: 500 },
      lead: { type: 'fixed', value: 5 },
      signup: { type: 'fixed', value: 1.5 },
    };
    for (const { path, id } of owners) {
      expect(await read(admin, `${path}/terms`)).toEqual({ terms: null, validFrom: null, versions: [] });
      const set = await setTerms(admin, path, { terms });
      expect(set).toMatchObject({ terms, versions: [{ ownerId: id, terms }] });
      expect(await setTerms(admin, path, { terms: set.terms })).toEqual(set);
      expect(await read(admin, `${path}/terms`)).toEqual(set);
    }
    await recordAllEvents();
    const events = await followFeed(admin, 'limit=100');
    const ofTerms = events.filter(({ type }) => type.endsWith('terms_updated'));
    expect(ofTerms.map(({ type, resourceId, data }) => [type, resourceId, data.terms])).toEqual(
      owners.map(({ type, id }) => [type, id, terms]),
    );
    expect(events.filter(({ type }) => type.endsWith('.updated'))).toEqual([]);
  });

  test('a version of the future applies later, and is replaced by its `validFrom`, but one that has applied stays', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin: early, brand } = await createBrand();
    const [first, second] = ['2026-03-01T12:00:00.000Z', '2026-04-01T00:00:00.000Z'];
    await setTerms(early, '/brand', { terms: { rate: percent(5) } });
    const later = { terms: { rate: percent(6) }, validFrom: '2026-04-01T02:00:00+02:00' };
    await setTerms(early, '/brand', later);
    const corrected = { ...later, terms: { rate: percent(7) } };
    const set = await setTerms(early, '/brand', corrected);
    expect(set).toMatchObject({ terms: presented(5), validFrom: first });
    expect(set.versions.map((version: { validFrom: string }) => version.validFrom)).toEqual([second, first]);
    clock.set('2026-04-02T00:00:00.000Z');
    const { token: admin } = await newToken(brand.id, 'admin');
    expect(await setTerms(admin, '/brand', corrected)).toMatchObject({
      terms: presented(7),
      validFrom: second,
    });
    expectError(await put(admin, '/brand', later), invalidFields('validFrom'));
    expect((await setTerms(admin, '/brand', { terms: null })).versions).toHaveLength(3);
    expect(await setTerms(admin, '/brand', { terms: null })).toMatchObject({
      terms: null,
      validFrom: '2026-04-02T00:00:00.000Z',
    });
  });

  test.each(['/brand', '/affiliate-groups/vip'])(
    'concurrent changes of %s with the same body add one version',
    async (path) => {
      const { admin } = await createBrand();
      const body = { terms: { rate: percent(5) } };
      const answers = await Promise.all(Array.from({ length: 4 }, () => put(admin, path, body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await read(admin, `${path}/terms`)).versions).toHaveLength(1);
    },
  );

  test.each([
    ['terms.rate.per', { rate: { ...percent(5), per: 'item' } }],
    ['terms.rate.value', { rate: percent(101) }],
    ['terms.rules.0.match', { rate: percent(5), rules: [{ match: {}, rate: percent(5) }] }],
    [
      'terms.rules.0.match',
      { rate: percent(5), rules: [{ match: { sku: ['a'], tag: ['b'] }, rate: percent(5) }] },
    ],
    ['terms.rules.0', { rate: percent(5), rules: [{ match: { sku: ['a'] } }] }],
    [
      'terms.rules.0',
      { rate: percent(5), rules: [{ match: { sku: ['a'] }, rate: percent(5), excluded: true }] },
    ],
    [
      'terms.rules.0.rate.value',
      { rate: percent(5), rules: [{ match: { sku: ['a'] }, rate: percent(0.001) }] },
    ],
    ['terms.caps.perOrder', { rate: percent(5), caps: { perOrder: 0.001 } }],
    ['terms.rules.0', { rate: percent(5), rules: [{ rate: percent(5) }] }],
    ['terms.rules.0.customers', { rate: percent(5), rules: [{ customers: 'old', rate: percent(5) }] }],
    ['terms.lead.type', { rate: percent(5), lead: percent(5) }],
    ['terms.signup.value', { rate: percent(5), signup: { type: 'fixed', value: 0.001 } }],
    ['terms.tiers', { rate: percent(5), tiers: [] }],
    ['terms.tiers.steps', { rate: percent(5), tiers: tiersBy('revenue', 20, 10) }],
    ['terms.tiers.steps', { rate: percent(5), tiers: tiersBy('revenue', ...Array(11).keys()) }],
    ['terms.tiers.steps.0.from', { rate: percent(5), tiers: tiersBy('orders', 1.5) }],
    ['terms.tiers.steps.1.from', { rate: percent(5), tiers: tiersBy('revenue', 1, 1.001) }],
    ['terms.caps.perMonth', { rate: percent(5), caps: { perMonth: 0.001 } }],
    ['terms', { rate: percent(5), rules: tooLarge() }],
  ])('a 400 names %s', async (path, terms) => {
    const { admin } = await createBrand();
    const { status, json } = await put(admin, '/brand', { terms });
    expect([status, json.details?.[0]?.path], JSON.stringify(json)).toEqual([400, path]);
  });

  test('members set the terms of campaigns and creators, unless only admins change rates', async () => {
    const { admin, brand, owners } = await createOwners();
    const { token: member } = await newToken(brand.id, 'member');
    const body = { terms: { rate: percent(5) } };
    const statuses = async () =>
      Promise.all(owners.map(async ({ path }) => (await put(member, path, body)).status));
    expect(await statuses()).toEqual([403, 200, 200, 200]);
    await dataOf(send('PATCH', '/brand', { token: admin, body: { ratesByAdminsOnly: true } }));
    expect(await statuses()).toEqual([403, 403, 403, 403]);
  });

  test('test mode has terms of its own, and does not copy those of the live brand', async () => {
    const { admin } = await createBrand();
    await setTerms(admin, '/brand', { terms: { rate: percent(5) } });
    const headers = { 'x-mode': 'test' };
    const inTestMode = async (method: string, path: string, body?: object) =>
      (await send(method, path, { token: admin, headers, ...(body && { body }) })).json.data;
    expect((await inTestMode('GET', '/brand/terms')).versions).toEqual([]);
    const { trackingCode } = await inTestMode('POST', '/affiliates/invite', { email: 'ada@example.test' });
    await inTestMode('PUT', '/brand/terms', { terms: { rate: percent(6) } });
    const order = { orderId: 'o-1', amount: 100, trackingCode };
    const { commissionId } = await inTestMode('POST', '/conversions', order);
    expect((await inTestMode('GET', `/commissions/${commissionId}`)).amount).toBe(6);
    expect((await read(admin, '/brand/terms')).terms).toEqual(presented(5));
  });

  test('the terms of an erased creator cannot change, and an unknown owner is a 404', async () => {
    const { admin } = await createBrand();
    const { id } = await invite(admin);
    await send('DELETE', `/affiliates/${id}/personal-data`, { token: admin });
    const body = { terms: { rate: percent(5) } };
    const unknown = `${id.slice(0, -4)}0000`;
    const answers = [
      await put(admin, `/affiliates/${id}`, body),
      await put(admin, `/affiliates/${unknown}`, body),
      await send('GET', `/affiliates/${unknown}/terms`, { token: admin }),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [409, 'affiliate_erased'],
      [404, 'affiliate_not_found'],
      [404, 'affiliate_not_found'],
    ]);
  });
});

test('the name of a group has lower-case letters, digits and hyphens only', async () => {
  const { admin } = await createBrand();
  for (const name of ['VIP', 'v_p', '-vip', 'a'.repeat(51)]) {
    const { status, json } = await send('GET', `/affiliate-groups/${name}/terms`, { token: admin });
    expect([name, status, json.details?.[0]?.path]).toEqual([name, 400, 'group']);
  }
});

function tooLarge() {
  const values = Array.from({ length: 100 }, (_, index) => `a product with a long SKU ${index}`);
  return Array.from({ length: 6 }, () => ({ match: { sku: values }, excluded: true }));
}

test('the claim of a repeated order counts the fields of its line items', async () => {
  const { admin } = await createBrand();
  const { trackingCode } = await invite(admin);
  const body = { orderId: 'o-1', amount: 100, trackingCode, orderTotal: '119.00' };
  const items = [{ sku: 'a', productId: 'p', category: 'shoes', tags: ['new'], quantity: 1, price: 100 }];
  const recorded = await recordOrder(admin, { ...body, items });
  expect((await read(admin, `/conversions/${recorded.id}`)).items).toEqual(items);
  const again = (changes: object) =>
    send('POST', '/conversions', { token: admin, body: { ...body, items, ...changes } });
  expect((await again({ orderTotal: 119 })).status).toBe(200);
  expect((await again({ orderTotal: 120 })).json.code).toBe('order_id_reused');
  expect((await again({ items: [{ ...items[0], category: 'hats' }] })).json.code).toBe('order_id_reused');
  expect(await commissionOf(admin, recorded as { commissionId: string })).toMatchObject({
    explanation: null,
  });
});
