// Tests the filters of conversions, commissions and discount codes by campaign, discount code, customer, payout and time.
import { beforeAll, describe, expect, test } from 'vitest';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { ledgerPartition, ledgerShards } from '#lib/foundation/table/keys/money-keys.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { createdAt, fakeClock } from '#test/support/fake-clock.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { recordOrder, sendRefund } from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let globex: TestBrand;
let program: Awaited<ReturnType<typeof createProgram>>;

async function createProgram({ admin }: TestBrand) {
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  const inCampaign = await createDiscount(admin, affiliateId, { campaignId });
  const outside = await createDiscount(admin, affiliateId);
  return { campaignId, affiliateId, trackingCode, inCampaign, outside };
}

beforeAll(async () => {
  [acme, globex] = [await createBrand(), await createBrand()];
  program = await createdAt('2026-02-28T12:00:00.000Z', () => createProgram(acme));
});

const find = async (path: string, query: Query, { admin }: TestBrand = acme) =>
  idsOf((await readPage(admin, path, query)).items);

/** Reads the list page by page in both orders. The ids are expected in the order `desc`. */
async function expectList(path: string, query: Query, ids: readonly string[], { admin }: TestBrand = acme) {
  for (const order of ['desc', 'asc']) {
    const pages = await walk(admin, path, { ...query, order, limit: 2 });
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(order === 'desc' ? ids : ids.toReversed());
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => ids.length));
  }
  expect(await find(path, query, globex)).toEqual([]);
}

describe('a filter that an index serves', () => {
  test('lists the conversions and the commissions of a campaign, the newest first, also within a range of creation times', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const orders = [];
    for (let index = 0; index < 3; index += 1) {
      orders.unshift(await recordOrder(acme.admin, { discountCode: program.inCampaign.code }));
      clock.advance(24 * 60 * 60);
      await recordOrder(acme.admin, { discountCode: program.outside.code });
    }
    const query = { campaignId: program.campaignId };
    await expectList('/conversions', query, idsOf(orders));
    const commissionIds = orders.map(({ commissionId }) => commissionId);
    await expectList('/commissions', query, commissionIds);
    const range = { ...query, createdFrom: '2026-03-02', createdTo: '2026-03-02' };
    await expectList('/conversions', range, [orders[1]?.id]);
    await expectList('/commissions', range, [orders[1]?.commissionId]);
    await expectList('/conversions', { discountId: program.inCampaign.id }, idsOf(orders));
    expect(await find('/conversions', { discountId: 'nothing' })).toEqual([]);
  });

  test('lists the orders of a customer, and the ledger does not contain the id of the customer', async () => {
    const brand = await createBrand();
    const [first, second] = [
      await recordOrder(brand.admin, { customerId: 'customer 7' }),
      await recordOrder(brand.admin, { customerId: 'customer 7' }),
    ];
    await recordOrder(brand.admin, { customerId: 'customer 77' });
    await recordOrder(brand.admin);
    await expectList('/conversions', { customerId: 'customer 7' }, [second.id, first.id], brand);
    expect(await find('/conversions', { customerId: 'CUSTOMER 7' }, brand)).toEqual([]);
    const ledger = await Promise.all(
      ledgerShards.map((shard) => queryPartition(ledgerPartition(brand.brand.id, shard))),
    );
    expect(ledger.flat()).toHaveLength(4);
    expect(JSON.stringify(ledger)).not.toContain('customer 7');
    const refused = await send('GET', `/conversions?customerId=%20`, { token: brand.admin });
    expect([refused.status, refused.json.details[0].path]).toEqual([400, 'customerId']);
  });

  test('lists the discount codes of a campaign until they are deleted', async () => {
    const brand = await createBrand();
    const { campaignId, affiliateId, inCampaign, outside } = await createProgram(brand);
    const other = await createDiscount(brand.admin, affiliateId, { campaignId });
    const query = { campaignId, status: 'active' };
    await expectList('/discounts', query, [other.id, inCampaign.id], brand);
    expect(await find('/discounts', { campaignId, code: inCampaign.code }, brand)).toEqual([inCampaign.id]);
    expect(await find('/discounts', { campaignId, code: outside.code }, brand)).toEqual([]);
    await send('DELETE', `/discounts/${inCampaign.id}`, { token: brand.admin });
    await expectList('/discounts', query, [other.id], brand);
  });

  test('lists conversions by the time of the order, in its order and with the days of the time zone', async () => {
    const brand = await createBrand();
    fakeClock('2026-04-01T12:00:00.000Z');
    const days = ['2026-03-03T23:30:00.000Z', '2026-03-01T00:00:00.000Z', '2026-03-02T12:00:00.000Z'];
    const [third = '', first = '', second = ''] = idsOf(
      await Promise.all(days.map((occurredAt) => recordOrder(brand.admin, { occurredAt }))),
    );
    await recordOrder(brand.admin);
    const march = { occurredFrom: '2026-03-01', occurredTo: '2026-03-31' };
    await expectList('/conversions', march, [third, second, first], brand);
    const upToThird = { occurredTo: '2026-03-03' };
    await expectList('/conversions', { ...upToThird, timezone: 'UTC' }, [third, second, first], brand);
    await expectList('/conversions', { ...upToThird, timezone: 'Europe/Berlin' }, [second, first], brand);
    const instants = { occurredFrom: '2026-03-01T00:00:00Z', occurredTo: '2026-03-01T00:00:00Z' };
    await expectList('/conversions', instants, [first], brand);
    const within = (occurredFrom: string, occurredTo: string) =>
      find('/conversions', { occurredFrom, occurredTo }, brand);
    const justBefore = '2026-02-28T23:59:59.999Z';
    expect(await within('2026-02-28T00:00:00Z', justBefore)).toEqual([]);
    expect(await within('2026-03-01T00:00:00.001Z', '2026-03-02T11:59:59.999Z')).toEqual([]);
    expect(await within(justBefore, '2026-03-02T12:00:00Z')).toEqual([second, first]);
  });

  test('lists commissions by payout, approval and payment, also clawbacks, and not after a release', async () => {
    const brand = await createBrand();
    const { admin } = brand;
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { trackingCode } = await createProgram(brand);
    const early = await recordOrder(admin, { trackingCode });
    clock.advance(1);
    const late = await recordOrder(admin, { trackingCode });
    await patch(admin, `/commissions/${late.commissionId}/approve`, {});
    clock.advance(24 * 60 * 60);
    await patch(admin, `/commissions/${early.commissionId}/approve`, {});
    const both = [early.commissionId, late.commissionId];
    await expectList('/commissions', { approvedFrom: '2026-03-01' }, both, brand);
    await expectList('/commissions', { approvedTo: '2026-03-01' }, [late.commissionId], brand);
    const approvedIn = (approvedFrom: string, approvedTo: string) =>
      find('/commissions', { approvedFrom, approvedTo }, brand);
    const [approvedAt, before, after] = [0, -1, 1].map((by) =>
      new Date(Date.parse('2026-03-01T12:00:01.000Z') + by).toISOString(),
    );
    expect(await approvedIn(String(approvedAt), String(approvedAt))).toEqual([late.commissionId]);
    expect(await approvedIn('2026-03-01T00:00:00Z', String(before))).toEqual([]);
    expect(await approvedIn(String(after), '2026-03-02T00:00:00Z')).toEqual([]);
    const canceled = await createPayout(admin);
    await expectList('/commissions', { payoutId: canceled.id }, both.toReversed(), brand);
    await patch(admin, `/payouts/${canceled.id}`, { status: 'canceled' });
    await expectList('/commissions', { payoutId: canceled.id }, [], brand);
    const payout = await createPayout(admin);
    clock.advance(24 * 60 * 60);
    await patch(admin, `/payouts/${payout.id}`, { status: 'paid', reference: 'transfer' });
    await expectList('/commissions', { payoutId: payout.id }, both.toReversed(), brand);
    await expectList(
      '/commissions',
      { paidFrom: '2026-03-03', paidTo: '2026-03-03' },
      both.toReversed(),
      brand,
    );
    await expectList('/commissions', { paidTo: '2026-03-02' }, [], brand);
    const refund = await sendRefund(admin, early.id, { refundId: 'refund-1', amount: 10 });
    const clawback = refund.json.data.commissionId;
    await expectList('/commissions', { approvedFrom: '2026-03-02' }, [clawback, early.commissionId], brand);
  });
});

test('a list has one range: a range of creation times beside another one is a 400 that names both', async () => {
  const query = 'occurredFrom=2026-03-01&createdTo=2026-03-02';
  const answer = await send('GET', `/conversions?${query}`, { token: acme.admin });
  expect(answer.status).toBe(400);
  expect(answer.json.details[0].message).toContain(
    '`createdTo`, `occurredFrom` cannot be combined. Supported: ',
  );
});
