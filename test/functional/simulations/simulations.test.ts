// Tests the input of simulations, the orders that they select, and the simulations that continue after the request.
import { expect, test } from 'vitest';
import { getBrand, getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { continueSimulation } from '#lib/money/simulations/store/advance.ts';
import { findSimulation } from '#lib/money/simulations/store/simulations.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createCampaign, createDiscount, inviteActive } from '#test/support/creations.ts';
import { simulationBody } from '#test/support/creations-with.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { read, recordOrder, sendOrders } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';
import { beginLargeSimulation } from '#test/support/simulations.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const terms = { rate: percent(20) };

/** Months of three orders of 100 or more earn 25 %, and at most 120. */
const monthlyTerms = {
  ...terms,
  tiers: { by: 'orders', appliesTo: 'wholeMonth', steps: [{ from: 3, rate: percent(25) }] },
  caps: { perMonth: 120 },
};

/** Returns the sums of terms that decide about each order on its own. */
const noMonths = { tierSupplement: 0, monthlyCap: 0 };

const post = (token: string, changes: object = {}, headers = {}) =>
  send('POST', '/simulations', { token, headers, body: simulationBody({ terms, ...changes }) });

const simulate = (token: string, changes: object = {}) => dataOf(post(token, changes), 201);

const rowsOf = async (token: string, id: string, query = {}) =>
  (await readPage(token, `/simulations/${id}/creators`, query)).items;

const idsOfRows = (rows: readonly Json[]) => rows.map(({ affiliateId }) => affiliateId);

/** A brand with creators, each of whom has orders of 100. */
async function brandWithOrders(
  counts: readonly number[],
): Promise<TestBrand & { creators: readonly Json[] }> {
  const brand = await createBrand('scale');
  const creators: Json[] = [];
  for (const count of counts) {
    const creator = await inviteActive(brand.admin);
    creators.push(creator);
    const { trackingCode } = creator;
    const orders = Array.from({ length: count }, (_, index) => ({
      orderId: `${trackingCode}-${index}`,
      amount: 100,
      trackingCode,
    }));
    if (count > 0) await sendOrders(brand.admin, orders);
  }
  return { ...brand, creators };
}

test('a simulation shows each creator with orders, and leaves out canceled orders and those of nobody', async () => {
  const { admin, creators } = await brandWithOrders([2, 0, 1]);
  const [ada, , eve] = creators;
  await recordOrder(admin, {});
  const { id: canceled } = await recordOrder(admin, { trackingCode: ada?.trackingCode });
  await dataOf(send('POST', `/conversions/${canceled}/cancel`, { token: admin, body: { reason: 'Test' } }));
  const simulation = await simulate(admin);
  expect(simulation).toMatchObject({
    status: 'completed',
    terms: { rate: { ...percent(20), per: 'order' }, rules: [], caps: {} },
    affiliateId: null,
    campaignId: null,
    currency: 'USD',
    creatorsCount: 2,
    totals: { ...noMonths, orders: 3, revenue: 300, earned: 30, simulated: 60, difference: 30 },
    failure: null,
  });
  expect(simulation.completedAt).toBe(simulation.createdAt);
  expect(await read(admin, `/simulations/${simulation.id}`)).toEqual(simulation);
  expect(await rowsOf(admin, simulation.id)).toEqual([
    { ...noMonths, affiliateId: eve?.id, orders: 1, revenue: 100, earned: 10, simulated: 20, difference: 10 },
    { ...noMonths, affiliateId: ada?.id, orders: 2, revenue: 200, earned: 20, simulated: 40, difference: 20 },
  ]);
  expect(idsOfRows(await rowsOf(admin, simulation.id, { order: 'asc', limit: 1 }))).toEqual([ada?.id]);
});

test('an order whose commission was rejected earns nothing in a simulation either', async () => {
  const { admin, creators } = await brandWithOrders([1]);
  const trackingCode = creators[0]?.trackingCode;
  const { commissionId } = await recordOrder(admin, { trackingCode });
  const body = { reason: 'Fraud' };
  await dataOf(send('PATCH', `/commissions/${commissionId}/reject`, { token: admin, body }));
  const { totals } = await simulate(admin);
  expect(totals).toMatchObject({ orders: 2, revenue: 200, earned: 10, simulated: 20, difference: 10 });
});

test('a simulation selects the orders of a creator or of a campaign', async () => {
  const { admin, creators } = await brandWithOrders([1, 2]);
  const affiliateId = creators[1]?.id;
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { code: discountCode } = await createDiscount(admin, affiliateId, { campaignId });
  await recordOrder(admin, { discountCode });
  const ordersOf = async (changes: object) => (await simulate(admin, changes)).totals.orders;
  expect(await ordersOf({})).toBe(4);
  expect(await ordersOf({ affiliateId })).toBe(3);
  expect(await ordersOf({ campaignId })).toBe(1);
  expect(await ordersOf({ affiliateId: creators[0]?.id, campaignId })).toBe(0);
});

test('the range of a simulation includes both of its ends, as days of the brand or as instants', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin: early, brand } = await createBrand('scale', { timezone: 'America/New_York' });
  const { trackingCode } = await inviteActive(early);
  clock.set('2026-03-20T12:00:00.000Z');
  const { token: admin } = await newToken(brand.id, 'admin');
  for (const occurredAt of ['2026-03-12T04:00:00Z', '2026-03-14T03:59:59.999Z', '2026-03-14T04:00:00Z'])
    await recordOrder(admin, { trackingCode, occurredAt });
  const ordersOf = async (from: string, to: string) => (await simulate(admin, { from, to })).totals.orders;
  expect(await ordersOf('2026-03-12', '2026-03-13')).toBe(2);
  expect(await ordersOf('2026-03-12T00:00:00-04:00', '2026-03-14T00:00:00-04:00')).toBe(3);
  expect(await ordersOf('2026-03-12T04:00:00.001Z', '2026-03-14T03:59:59.998Z')).toBe(0);
});

test.each<[string, object, string]>([
  ['begins after its end', { from: '2026-03-02', to: '2026-03-01' }, 'from'],
  ['has more than 366 days', { from: '2025-03-01', to: '2026-03-02' }, 'to'],
  ['names an unknown creator', { affiliateId: 'aff_01JD0000000000000000000000' }, 'affiliateId'],
  ['names an unknown campaign', { campaignId: 'cmp_01JD0000000000000000000000' }, 'campaignId'],
  ['has no terms', { terms: null }, 'terms'],
  [
    'has a rate that the currency does not have',
    { terms: { rate: { type: 'fixed', value: 0.001 } } },
    'terms.rate.value',
  ],
])('a simulation that %s is a 400 that names the field', async (_, changes, path) => {
  const { admin } = await createBrand('scale');
  const { status, json } = await post(admin, changes);
  expect([status, json.details[0].path]).toEqual([400, path]);
});

test('a range of 366 days is allowed', async () => {
  const { admin } = await createBrand('scale', { timezone: 'Europe/Berlin' });
  expect((await post(admin, { from: '2025-11-01', to: '2026-11-01' })).status).toBe(201);
});

test('members may simulate terms, unless the brand reserves rates for admins', async () => {
  const { admin, member } = await createBrand('scale');
  expect((await post(member)).status).toBe(201);
  await dataOf(send('PATCH', '/brand', { token: admin, body: { ratesByAdminsOnly: true } }));
  expect((await post(member)).status).toBe(403);
});

test('a request that is repeated with its key is one simulation', async () => {
  const { admin, brand } = await brandWithOrders([1]);
  const headers = { 'idempotency-key': 'one-simulation' };
  const [first, second] = [await post(admin, {}, headers), await post(admin, {}, headers)];
  expect(second.text).toBe(first.text);
  expect(await getItem(simulationKeys.runningSimulations(brand.id))).toBeUndefined();
});

test('a simulation of test data finds only the orders of test mode', async () => {
  const { admin } = await brandWithOrders([1]);
  const { key } = await createApiKey(admin, { mode: 'test' });
  const { trackingCode } = await inviteActive(key);
  for (let count = 0; count < 2; count += 1) await recordOrder(key, { trackingCode });
  const simulation = await simulate(key);
  expect(simulation.totals.orders).toBe(2);
  expect((await send('GET', `/simulations/${simulation.id}`, { token: admin })).json.code).toBe(
    'simulation_not_found',
  );
});

const brands = { getClock: getBrandClock, getBrand };

/** Takes small steps, so that few creators and orders need several of them. */
const smallSteps = { creators: 2, creatorsAtOnce: 2, pages: 1, ordersOnPage: 2 };

test('a large simulation continues in the background, and finds the same as a small one', async () => {
  fakeClock('2026-03-10T12:00:00.000Z');
  const shop = await brandWithOrders([1, 5, 0, 2, 3]);
  const { admin, brand } = shop;
  const small = await simulate(admin, { terms: monthlyTerms });
  const id = await beginLargeSimulation(shop, { terms: monthlyTerms });
  expect(await read(admin, `/simulations/${id}`)).toMatchObject({ status: 'running', completedAt: null });
  expect(await readPage(admin, `/simulations/${id}/creators`)).toMatchObject({ items: [], total: 0 });
  await continueToCompletion();
  const { totals, creatorsCount, status } = await read(admin, `/simulations/${id}`);
  expect({ totals, creatorsCount, status }).toEqual({
    status: 'completed',
    creatorsCount: 4,
    totals: {
      ...{ orders: 11, revenue: 1100, earned: 110, simulated: 255, difference: 145 },
      ...{ tierSupplement: 40, monthlyCap: -5 },
    },
  });
  expect(await rowsOf(admin, id)).toEqual(await rowsOf(admin, small.id));
  const affiliateId = shop.creators[1]?.id;
  const ofOne = await beginLargeSimulation(shop, { terms: monthlyTerms, affiliateId });
  await continueSimulation({ brandId: brand.id, id: ofOne }, brands, smallSteps);
  expect(await rowsOf(admin, ofOne)).toMatchObject([
    { affiliateId, orders: 5, simulated: 120, tierSupplement: 25, monthlyCap: -5 },
  ]);
});

test('a simulation whose workers are killed before and after any of their calls finds each order once', async () => {
  fakeClock('2026-03-10T12:00:00.000Z');
  const shop = await brandWithOrders([1, 5, 2]);
  const { admin, brand } = shop;
  const small = await simulate(admin, { terms: monthlyTerms });
  let deaths = 0;
  const id = await beginLargeSimulation(shop, { terms: monthlyTerms });
  const work = () => continueSimulation({ brandId: brand.id, id }, brands, smallSteps).catch(() => undefined);
  for (let call = 1; (await findSimulation(brand.id, id))?.status === 'running'; call += 1) {
    for (const moment of ['before', 'after'] as const) {
      const { hasDied } = await runAndKill(work, { call, moment });
      deaths += hasDied ? 1 : 0;
    }
  }
  expect(deaths).toBeGreaterThan(10);
  expect((await read(admin, `/simulations/${id}`)).totals).toEqual(small.totals);
  expect(await rowsOf(admin, id)).toEqual(await rowsOf(admin, small.id));
});

test('a fourth running simulation is a 409 that names the others, and one that ends frees its place', async () => {
  const shop = await brandWithOrders([1]);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await beginLargeSimulation(shop));
  const { status, json } = await post(shop.admin);
  expect([status, json.code, json.details[0].values]).toEqual([409, 'simulations_running', ids]);
  await runWorker('simulations', { brandId: shop.brand.id, id: ids[1] ?? '' });
  expect((await post(shop.admin)).status).toBe(201);
});

test('a simulation of an order that cannot be read fails with a reason, and frees its place', async () => {
  const shop = await brandWithOrders([1]);
  const { json } = await send('GET', '/conversions', { token: shop.admin });
  const key = keys.item(shop.brand.id, 'conversion', json.data[0].id);
  await transact([updateExisting(key, { set: { occurredAt: 'yesterday' } })]);
  const id = await beginLargeSimulation(shop);
  await runWorker('simulations', { brandId: shop.brand.id, id });
  const failed = await read(shop.admin, `/simulations/${id}`);
  expect(failed).toMatchObject({ status: 'failed', completedAt: null });
  expect(failed.failure).toContain('Report the id');
});
