// Tests which creator earns with an order that names only its customer, and for how long.
import { expect, test } from 'vitest';
import type { CustomerAttribution } from '#lib/access/brands/schema/customer-attribution.ts';
import { getItem, queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { createdAt, fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, sendOrder, sendOrders } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const lifetime = { type: 'lifetime' } as const;

async function createProgram(customerAttribution: CustomerAttribution = lifetime) {
  const { brand, admin } = await createBrand('scale');
  await patch(admin, '/brand', { customerAttribution });
  const { id: affiliateId, trackingCode } = await invite(admin);
  return { brand, admin, affiliateId, trackingCode };
}

const resultOf = ({ affiliateId, receipt }: Json) => [affiliateId, receipt.attribution, receipt.winner];

test('later orders of a customer are attributed to the creator of the first attributed order', async () => {
  const { admin, affiliateId, trackingCode } = await createProgram();
  await recordOrder(admin, { customerId: 'c-1' });
  const first = await recordOrder(admin, { customerId: 'c-1', trackingCode });
  const later = await recordOrder(admin, { customerId: 'c-1' });
  expect(resultOf(later)).toEqual([affiliateId, 'attributed', 'customer']);
  expect(later.commissionId).toEqual(expect.any(String));
  expect(later.receipt.candidates).toMatchObject([
    {
      source: 'customer',
      reference: 'c-1',
      affiliateId,
      boundAt: first.occurredAt,
      boundUntil: null,
      outcome: 'won',
    },
  ]);
  expect(resultOf(await recordOrder(admin, { customerId: 'c-2' }))).toEqual([null, 'noReference', null]);
});

test('only orders with a reference of their own are attributed by default', async () => {
  const { admin, trackingCode, affiliateId } = await createProgram({ type: 'firstOrder' });
  await recordOrder(admin, { customerId: 'c-1', trackingCode });
  const withoutReference = await recordOrder(admin, { customerId: 'c-1' });
  expect(withoutReference.receipt).toMatchObject({ attribution: 'noReference', candidates: [] });
  expect((await recordOrder(admin, { customerId: 'c-1', trackingCode })).affiliateId).toBe(affiliateId);
});

test('a reference of the order wins over the creator of the customer, who does not change', async () => {
  const { admin, trackingCode, affiliateId } = await createProgram();
  const other = await invite(admin);
  await recordOrder(admin, { customerId: 'c-1', trackingCode });
  const order = await recordOrder(admin, { customerId: 'c-1', trackingCode: other.trackingCode });
  expect(resultOf(order)).toEqual([other.id, 'attributed', 'trackingCode']);
  expect(order.receipt.candidates).toHaveLength(1);
  const unknown = await recordOrder(admin, { customerId: 'c-1', trackingCode: 'nobody-has-it' });
  expect(resultOf(unknown)).toEqual([affiliateId, 'attributed', 'customer']);
  expect(unknown.receipt.candidates.map(({ source }: Json) => source)).toEqual(['trackingCode', 'customer']);
});

test('a customer without an id is found by the e-mail address, which is stored as a hash only', async () => {
  const { brand, admin, affiliateId, trackingCode } = await createProgram();
  await recordOrder(admin, { trackingCode, customerEmail: 'Guest@customers.test' });
  const order = await recordOrder(admin, { customerEmail: 'guest@customers.test' });
  expect(resultOf(order)).toEqual([affiliateId, 'attributed', 'customer']);
  expect(order.receipt.candidates).toMatchObject([{ reference: 'email' }]);
  const stored = await queryPartition(keys.customerEmail(brand.id, '').pk);
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain('@');
});

test('an order with an id and an address binds both, and the one that is bound already decides', async () => {
  const { admin, affiliateId, trackingCode } = await createProgram();
  const other = await invite(admin);
  const [customerEmail, customerId] = ['guest@customers.test', 'c-1'];
  await recordOrder(admin, { trackingCode, customerEmail });
  await recordOrder(admin, { trackingCode: other.trackingCode, customerId, customerEmail });
  expect((await recordOrder(admin, { customerId })).affiliateId).toBe(affiliateId);
  await recordOrder(admin, { customerId, customerEmail: 'second@customers.test' });
  expect((await recordOrder(admin, { customerEmail: 'second@customers.test' })).affiliateId).toBe(
    affiliateId,
  );
});

test('a customer of a number of months is bound until the same day of the last month', async () => {
  const clock = fakeClock('2026-01-31T10:00:00.000Z');
  const { brand, affiliateId, trackingCode } = await createdAt('2025-12-01T10:00:00.000Z', () =>
    createProgram({ type: 'months', months: 1 }),
  );
  const { token: admin } = await newToken(brand.id, 'admin');
  await recordOrder(admin, { trackingCode, customerId: 'c-1' });
  clock.advance(3600 * 20);
  const ordered = (customerId: string, occurredAt: string) => recordOrder(admin, { customerId, occurredAt });
  const { boundAt } = await read(admin, '/customers/c-1');
  expect(boundAt).toBe('2026-01-31T10:00:00.000Z');
  expect(resultOf(await ordered('c-1', '2026-01-31T09:54:59.999Z'))).toEqual([null, 'noReference', null]);
  expect((await ordered('c-1', '2026-01-31T09:55:00.000Z')).affiliateId).toBe(affiliateId);
  await recordOrder(admin, { trackingCode, customerId: 'c-2', occurredAt: '2025-12-31T10:00:00.000Z' });
  expect((await ordered('c-2', '2026-01-31T09:59:59.999Z')).affiliateId).toBe(affiliateId);
  const late = await ordered('c-2', '2026-01-31T10:00:00.000Z');
  expect(resultOf(late)).toEqual([null, 'durationOver', null]);
  expect(late.receipt.candidates).toMatchObject([
    { affiliateId, boundUntil: '2026-01-31T10:00:00.000Z', outcome: 'lost', reason: 'durationOver' },
  ]);
});

test('a customer of a paused creator earns nobody anything', async () => {
  const { admin, affiliateId, trackingCode } = await createProgram();
  await recordOrder(admin, { trackingCode, customerId: 'c-1' });
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'paused' });
  expect(resultOf(await recordOrder(admin, { customerId: 'c-1' }))).toEqual([null, 'creatorInactive', null]);
});

test('the campaign that bound the customer decides for how long, and receives later orders while it runs', async () => {
  const { admin, affiliateId } = await createProgram({ type: 'firstOrder' });
  const commission = { type: 'percentage', value: 20 };
  const campaign = await createCampaign(admin, {
    status: 'active',
    commission,
    customerAttribution: lifetime,
  });
  const { code } = await createDiscount(admin, affiliateId, { campaignId: campaign.id });
  await recordOrder(admin, { discountCode: code, customerId: 'c-1' });
  const later = await recordOrder(admin, { customerId: 'c-1' });
  expect(later).toMatchObject({ affiliateId, campaignId: campaign.id });
  expect(await read(admin, `/commissions/${later.commissionId}`)).toMatchObject({ amount: 20 });
  await patch(admin, `/campaigns/${campaign.id}`, { status: 'ended' });
  const ended = await recordOrder(admin, { customerId: 'c-1' });
  expect(ended).toMatchObject({ affiliateId, campaignId: null });
  expect(ended.receipt.candidates).toMatchObject([{ campaignReason: 'campaignNotRunning' }]);
  await patch(admin, `/campaigns/${campaign.id}`, { customerAttribution: null });
  expect((await recordOrder(admin, { customerId: 'c-1' })).affiliateId).toBeNull();
});

test('one of several concurrent first orders binds the customer, and all of them are recorded', async () => {
  const { brand, admin } = await createProgram();
  const creators = await runConcurrently(4, () => invite(admin));
  const customer = { customerId: 'c-1', customerEmail: 'guest@customers.test' };
  const orders = await Promise.all(
    creators.map(({ trackingCode }) => recordOrder(admin, { trackingCode, ...customer })),
  );
  expect(orders.map(({ affiliateId }) => affiliateId)).toEqual(creators.map(({ id }) => id));
  const { affiliateId, conversionId } = await read(admin, '/customers/c-1');
  expect(orders.find(({ id }) => id === conversionId)?.affiliateId).toBe(affiliateId);
  const [email] = await queryPartition(keys.customerEmail(brand.id, '').pk);
  expect(email).toMatchObject({ affiliateId, conversionId });
});

test('a dry run and a repeated order bind nobody, and a bulk request binds', async () => {
  const { brand, admin, affiliateId, trackingCode } = await createProgram();
  const bound = () => queryPartition(collectionPartition(brand.id, 'customer'));
  await sendOrder(admin, { trackingCode, customerId: 'c-1' }, '?dryRun=true');
  expect(await bound()).toEqual([]);
  const order = { orderId: 'o-1', amount: 1, trackingCode, customerId: 'c-2' };
  await sendOrders(admin, [order]);
  const [customer] = await bound();
  expect(customer).toMatchObject({ affiliateId, customerId: 'c-2' });
  expect((await sendOrder(admin, order)).status).toBe(200);
  expect(await bound()).toEqual([customer]);
  const preview = await sendOrder(admin, { customerId: 'c-2' }, '?dryRun=true');
  expect(preview.json.data).toMatchObject({ affiliateId, receipt: { winner: 'customer' } });
});

test('each brand has its own customers', async () => {
  const [acme, globex] = [await createProgram(), await createProgram()];
  await recordOrder(acme.admin, { trackingCode: acme.trackingCode, customerId: 'c-1' });
  expect((await recordOrder(globex.admin, { customerId: 'c-1' })).affiliateId).toBeNull();
  const { pk } = keys.item(acme.brand.id, 'customer', '');
  const [customer] = await queryPartition(pk);
  expect(customer?.sk).not.toContain('c-1');
  expect(await getItem({ pk: keys.item(globex.brand.id, 'customer', '').pk, sk: String(customer?.sk) })).toBe(
    undefined,
  );
  expect((await send('GET', '/customers/c-1', { token: globex.admin })).status).toBe(404);
});

test('a customer is bound by at most ten addresses, so that a move changes them all', async () => {
  const { brand, admin, trackingCode } = await createProgram();
  for (let index = 0; index < 11; index += 1)
    await recordOrder(admin, { trackingCode, customerId: 'c-1', customerEmail: `c${index}@customers.test` });
  expect(await queryPartition(keys.customerEmail(brand.id, '').pk)).toHaveLength(10);
});
