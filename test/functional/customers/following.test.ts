// Tests what becomes of the creator of a customer when the order that bound the customer changes.
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createCampaign, createDiscount, inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, refund } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
  await patch(acme.admin, '/brand', { customerAttribution: { type: 'lifetime' } });
});

const reason = 'Ben recommended us first';
const movedReason = 'The order that bound the customer was moved';
const customerOf = (customerId: string): Promise<Json> => read(acme.admin, `/customers/${customerId}`);
const change = (id: string, body: object) => patch(acme.admin, `/conversions/${id}`, body);
const moveCustomer = (customerId: string, affiliateId: string | null) =>
  patch(acme.admin, `/customers/${customerId}`, { affiliateId, reason });

async function post(path: string, body: object): Promise<void> {
  const { status, text } = await send('POST', path, { token: acme.admin, body });
  expect(status, text).toBe(200);
}
const cancel = (id: string) => post(`/conversions/${id}/cancel`, { reason });
const attribute = (id: string, affiliateId: string | null) =>
  post(`/conversions/${id}/attribution`, { affiliateId, reason });

const earnerOf = async (order: object): Promise<string | null> =>
  (await recordOrder(acme.admin, order)).affiliateId;

/** A customer whom an order with a tracking code binds to Ada, and another creator. */
async function bound(order: object = {}) {
  const [ada, ben] = [await inviteActive(acme.admin), await inviteActive(acme.admin)];
  const customerId = `c-${crypto.randomUUID()}`;
  const { id } = await recordOrder(acme.admin, { trackingCode: ada.trackingCode, customerId, ...order });
  return { ada, ben, customerId, id };
}

describe('the order that bound a customer', () => {
  test('moves the customer and all addresses, also those of later orders, to its new creator', async () => {
    const addresses = [1, 2, 3].map(() => `${crypto.randomUUID()}@customers.test`);
    const clock = fakeClock();
    const { ada, ben, customerId, id } = await bound({ customerEmail: addresses[0] });
    for (const customerEmail of addresses.slice(1))
      await recordOrder(acme.admin, { customerId, customerEmail });
    clock.advance(3600);
    await change(id, { trackingCode: ben.trackingCode });
    expect(await customerOf(customerId)).toMatchObject({
      affiliateId: ben.id,
      reason: movedReason,
      conversionId: id,
      pastAffiliates: [{ affiliateId: ada.id, reason: null, until: clock.now().toISOString() }],
    });
    for (const named of [{ customerId }, ...addresses.map((customerEmail) => ({ customerEmail }))])
      expect(await earnerOf(named)).toBe(ben.id);
    expect((await reconcileBrand(acme.brand.id)).differences).toEqual([]);
  });

  test('gives the customer its campaign and its time', async () => {
    const { ben, customerId, id } = await bound();
    const { id: campaignId } = await createCampaign(acme.admin, { status: 'active' });
    const { code } = await createDiscount(acme.admin, ben.id, { campaignId });
    await change(id, { discountCode: code });
    const { occurredAt } = await change(id, { occurredAt: new Date(Date.now() - 60_000).toISOString() });
    expect(await customerOf(customerId)).toMatchObject({
      affiliateId: ben.id,
      campaignId,
      boundAt: occurredAt,
    });
  });

  test.each([
    ['is canceled', (id: string) => cancel(id), 'The order that bound the customer was canceled'],
    ['is attributed to nobody', (id: string) => attribute(id, null), movedReason],
    ['loses its reference', (id: string) => change(id, { trackingCode: null }), movedReason],
  ])('leaves the customer to the next attributed order if it %s', async (_, remove, why) => {
    const customerEmail = `${crypto.randomUUID()}@customers.test`;
    const { ada, ben, customerId, id } = await bound({ customerEmail });
    await remove(id);
    expect(await customerOf(customerId)).toMatchObject({ affiliateId: null, reason: why });
    expect([await earnerOf({ customerId }), await earnerOf({ customerEmail })]).toEqual([null, null]);
    const next = await recordOrder(acme.admin, { trackingCode: ben.trackingCode, customerId, customerEmail });
    expect(await customerOf(customerId)).toMatchObject({
      affiliateId: ben.id,
      reason: null,
      conversionId: next.id,
      boundAt: next.occurredAt,
      pastAffiliates: [{ affiliateId: ada.id }, { affiliateId: null }],
    });
    expect([await earnerOf({ customerId }), await earnerOf({ customerEmail })]).toEqual([ben.id, ben.id]);
  });

  test('does not move a customer for whom a person has chosen a creator, or nobody', async () => {
    const [one, other] = [await bound(), await bound()];
    await moveCustomer(one.customerId, one.ada.id);
    await moveCustomer(other.customerId, null);
    await attribute(one.id, one.ben.id);
    await attribute(other.id, other.ben.id);
    expect((await customerOf(one.customerId)).affiliateId).toBe(one.ada.id);
    expect((await customerOf(other.customerId)).affiliateId).toBeNull();
    await cancel(one.id);
    expect(await customerOf(one.customerId)).toMatchObject({ affiliateId: one.ada.id, reason });
  });

  test('binds another customer as soon as it names another one', async () => {
    const { ada, customerId, id } = await bound();
    const right = `c-${crypto.randomUUID()}`;
    await change(id, { customerId: right });
    expect(await customerOf(customerId)).toMatchObject({ affiliateId: null });
    expect(await customerOf(right)).toMatchObject({ affiliateId: ada.id, conversionId: id });
    await change(id, { customerId: null });
    expect(await customerOf(right)).toMatchObject({ affiliateId: null });
  });
});

test('an order binds its customer as soon as it belongs to a creator', async () => {
  const { id: affiliateId } = await inviteActive(acme.admin);
  const customerId = `c-${crypto.randomUUID()}`;
  const { id } = await recordOrder(acme.admin, { customerId });
  await attribute(id, affiliateId);
  expect(await customerOf(customerId)).toMatchObject({ affiliateId, conversionId: id });
});

test('another order of the customer moves without the customer', async () => {
  const { ada, ben, customerId } = await bound();
  const { id } = await recordOrder(acme.admin, { customerId, trackingCode: ada.trackingCode });
  await attribute(id, ben.id);
  await cancel(id);
  expect(await customerOf(customerId)).toMatchObject({ affiliateId: ada.id, pastAffiliates: [] });
});

test('an order with 20 refunds and a customer with ten addresses moves in one transaction', async () => {
  const [customerEmail, ...others] = Array.from(
    { length: 10 },
    () => `${crypto.randomUUID()}@customers.test`,
  );
  const { ada, ben, customerId, id } = await bound({ customerEmail });
  for (const address of others) await recordOrder(acme.admin, { customerId, customerEmail: address });
  for (let count = 0; count < 20; count += 1) await refund(acme.admin, id, { amount: 1 });
  const { id: campaignId } = await createCampaign(acme.admin, { status: 'active' });
  const { code } = await createDiscount(acme.admin, ben.id, { campaignId });
  await change(id, { discountCode: code });
  const addresses = await queryPartition(keys.customerEmail(acme.brand.id, '').pk);
  expect(addresses.filter(({ conversionId }) => conversionId === id)).toHaveLength(10);
  expect(addresses.filter((address) => address.affiliateId === ada.id)).toEqual([]);
});

test('an order is judged again by the customer whom a change names, and null removes the customer', async () => {
  const { ada, customerId } = await bound();
  const { id } = await recordOrder(acme.admin);
  const changed = await change(id, { customerId });
  expect([changed.affiliateId, changed.receipt.winner]).toEqual([ada.id, 'customer']);
  const removed = await change(id, { customerId: null });
  expect([removed.affiliateId, removed.receipt.attribution]).toEqual([null, 'noReference']);
});
