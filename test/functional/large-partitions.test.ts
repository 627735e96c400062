// Tests that walks read on after the 1 MB at which DynamoDB ends a query. test/functional/streams tests the rebuild.
import { describe, expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import {
  ledgerPartition,
  ledgerShards,
  orderPartition,
  payoutLinePartition,
  refundPartition,
} from '#lib/foundation/table/keys/money-keys.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { inviteActive, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { minItemsOfLargePartition, withLargePartitions } from '#test/support/large-partitions.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { refund } from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createBrand, send } from '#test/support/service.ts';

const count = 4;
const numbers = Array.from({ length: count }, (_, index) => index);

/** Records one order of each of several creators, oldest first. */
async function recordOrders(token: string) {
  const orders = [];
  for (const _ of numbers) {
    orders.push(await recordOrder(token, { trackingCode: (await inviteActive(token)).trackingCode }));
  }
  return orders;
}

async function recordOrdersOfOneCreator(token: string) {
  const { id: affiliateId, trackingCode } = await inviteActive(token);
  const orders = [];
  for (const _ of numbers) orders.push(await recordOrder(token, { trackingCode }));
  return { affiliateId, orders };
}

describe('a list that is larger than 1 MB', () => {
  test('GET /v1/conversions and GET /v1/commissions return short pages with a cursor, and lose nothing', async () => {
    const { admin, brand } = await createBrand();
    const { affiliateId, orders } = await recordOrdersOfOneCreator(admin);
    const partitions = [
      collectionPartition(brand.id, 'conversion'),
      collectionPartition(brand.id, 'commission'),
    ];
    await withLargePartitions(partitions, async () => {
      for (const [path, filters] of [
        ['/conversions', {}],
        ['/conversions', { affiliateId }],
        ['/conversions', { attribution: 'attributed' }],
        ['/commissions', {}],
        ['/commissions', { affiliateId, status: 'pending' }],
      ] as const) {
        const pages = await walk(admin, path, { limit: 100, ...filters });
        const items = pages.flatMap((page) => page.items);
        expect([pages.length > 1, pages[0]?.total], path).toEqual([true, count]);
        const ids = path === '/conversions' ? idsOf(items) : items.map(({ conversionId }) => conversionId);
        expect(ids, path).toEqual(idsOf(orders.toReversed()));
      }
    });
  });
});

/** Refunds cents of an order until one partition of the ledger has enough entries. The shards of entries are random. */
async function largestLedgerPartition(brandId: string, addEntries: () => Promise<unknown>): Promise<string> {
  const partitions = ledgerShards.map((shard) => ledgerPartition(brandId, shard));
  for (;;) {
    const found = await Promise.all(partitions.map(queryPartition));
    const index = found.findIndex((items) => items.length >= minItemsOfLargePartition);
    if (index !== -1) return partitions[index] ?? '';
    await addEntries();
  }
}

test('brand reconcile reads partitions that are larger than 1 MB as it reads small ones', async () => {
  const { admin, brand } = await createBrand();
  const orders = await recordOrders(admin);
  const [{ id: conversionId }] = orders;
  const { items } = await readPage(admin, '/commissions', { limit: 100 });
  const approved = await send('POST', '/commissions/approve', { token: admin, body: { ids: idsOf(items) } });
  expect(approved.json.meta.approved).toBe(count);
  const payout = await createPayout(admin);
  expect(payout.affiliatesCount).toBe(count);
  const refundCent = () => refund(admin, conversionId, { amount: 0.01 });
  for (const _ of numbers) await refundCent();
  const partitions = [
    collectionPartition(brand.id, 'conversion'),
    collectionPartition(brand.id, 'commission'),
    collectionPartition(brand.id, 'affiliate'),
    orderPartition(brand.id),
    refundPartition(brand.id, conversionId),
    payoutLinePartition(brand.id, payout.id),
    await largestLedgerPartition(brand.id, refundCent),
  ];
  const small = await reconcileBrand(brand.id);
  expect(await withLargePartitions(partitions, () => reconcileBrand(brand.id))).toEqual(small);
  expect(small.differences).toEqual([]);
});

test('the approval run approves all due commissions of a list that is larger than 1 MB', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, brand } = await createBrand();
  await recordOrdersOfOneCreator(admin);
  clock.advance(40 * secondsPerDay);
  const partition = collectionPartition(brand.id, 'commission');
  await withLargePartitions([partition], () =>
    approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true }),
  );
  const statuses = (await queryPartition(partition)).map(({ status }) => status);
  expect(statuses).toEqual(Array(count).fill('approved'));
});
