// Tests everything that reads or changes orders and commissions, for a brand whose lists are spread.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { getBrand } from '#lib/brands/store/lookup.ts';
import { approveDue } from '#lib/commissions/store/approval-run.ts';
import { examineFigures } from '#lib/figures/store/rebuild.ts';
import { now } from '#lib/shared/clock.ts';
import { secondsPerDay } from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient } from '#lib/table/client.ts';
import { collectionPartition, statusPartition } from '#lib/table/keys/keys.ts';
import { markOf, spreadPartitions } from '#lib/table/keys/spread.ts';
import type { ListQuery } from '#lib/table/list-query.ts';
import { queryMergedPages, readMergedPageAfter } from '#lib/table/query-pages.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createCampaign,
  createDiscount,
  createExport,
  inviteActive,
  patch,
  recordOrder,
} from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import { allItems, replaceItem } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { withLargePartitions } from '#test/support/large-partitions.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { operatorJson } from '#test/support/operator.ts';
import { commissionOf, read, refund } from '#test/support/orders.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { createBrand, newToken, send, spreadOver } from '#test/support/service.ts';
import { aggregateNewClicks, continuePendingPayouts, continueToCompletion } from '#test/support/stream.ts';

async function spreadBrand(partitions = 8) {
  const { admin: token, brand } = await createBrand('scale', { listSpread: spreadOver(partitions) });
  const campaign = await createCampaign(token, { status: 'active' });
  const creator = await inviteActive(token, { campaignIds: [campaign.id] });
  const { code: discountCode } = await createDiscount(token, creator.id, { campaignId: campaign.id });
  const record = async (count: number, given: object = {}) => {
    const recorded: Json[] = [];
    for (let nth = 0; nth < count; nth += 1)
      recorded.push(await recordOrder(token, { discountCode, customerId: `c-${nth}`, ...given }));
    return recorded;
  };
  return { token, brand, campaign, creator, record };
}

const expectNoDifferences = async (brandId: string, maxRecords?: number) => {
  const { differences } = await auditBrand(brandId, maxRecords);
  expect(differences).toEqual([]);
};

const commissionIdsOf = (orders: readonly Json[]): readonly string[] =>
  orders.map(({ commissionId }) => commissionId);

test('orders are changed, approved, rejected, refunded and paid, and the audit finds no difference', async () => {
  const { token, brand, record } = await spreadBrand();
  const orders = await record(12, { items: [{ sku: 'shirt', quantity: 1 }] });
  const ids = commissionIdsOf(orders);
  const [one, two, three, four, five] = orders;
  expect(await read(token, `/conversions/${one?.id}`)).toMatchObject({
    items: [{ sku: 'shirt', quantity: 1 }],
    customerId: 'c-0',
  });
  await patch(token, `/conversions/${one?.id}`, { externalId: 'shop-1' });
  expect(idsOf((await readPage(token, '/conversions', { externalId: 'shop-1' })).items)).toEqual([one?.id]);
  await patch(token, `/commissions/${ids[0]}/approve`, {});
  const approved = await send('POST', '/commissions/approve', { token, body: { ids: ids.slice(1, 8) } });
  expect(approved.json.meta.approved).toBe(7);
  await send('PATCH', `/commissions/${ids[8]}/reject`, { token, body: { reason: 'Test' } });
  await refund(token, two?.id, { amount: 40 });
  await refund(token, three?.id);
  const payout = await createPayout(token);
  await continuePendingPayouts();
  await payPayout(token, payout.id);
  await continuePendingPayouts();
  const paid = await readPage(token, '/commissions', { payoutId: payout.id, limit: 100 });
  expect(paid.items.map(({ status }) => status)).toEqual(Array(7).fill('paid'));
  await refund(token, four?.id, { amount: 60 });
  const { items: withClawback } = await readPage(token, '/commissions', { conversionId: four?.id });
  expect(withClawback.map(({ adjusts }) => adjusts)).toEqual([four?.commissionId, null]);
  expect(await commissionOf(token, { commissionId: withClawback[0]?.id })).toEqual(withClawback[0]);
  expect((await commissionOf(token, { commissionId: five?.commissionId })).payoutId).toBe(payout.id);
  await expectNoDifferences(brand.id);
  await expectNoDifferences(brand.id, 3);
});

test('the audit finds a deleted order id, and commissions in the partition of another status', async () => {
  const { brand, record } = await spreadBrand();
  await record(6);
  const claim = (await allItems()).find(({ pk }) => String(pk).startsWith(`${brand.id}#ORDER.`));
  const claimKey = { pk: claim?.pk, sk: claim?.sk };
  await documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key: claimKey }));
  const commission = (await allItems()).find(({ pk }) => String(pk).startsWith(`${brand.id}#COMMISSION.`));
  await replaceItem({ ...commission, byStatus: statusPartition(brand.id, 'commission', 'pending') });
  const { differences } = await auditBrand(brand.id);
  expect(differences.map(({ subject }) => subject).toSorted()).toEqual(
    [`commission ${commission?.id}`, `order of ${claim?.conversionId}`].toSorted(),
  );
});

test('the approval run approves the due commissions of all partitions', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { brand, record } = await spreadBrand();
  const orders = await record(10);
  clock.advance(40 * secondsPerDay);
  await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
  const { total } = await readPage((await newToken(brand.id, 'admin')).token, '/commissions', {
    status: 'approved',
  });
  expect(total).toBe(orders.length);
  await expectNoDifferences(brand.id);
});

test('an export has all orders in the order of their creation', async () => {
  const { token, record } = await spreadBrand();
  const orders = await record(15);
  const attributed = { attribution: 'attributed' };
  for (const filters of [{}, attributed]) {
    const created = await createExport(token, { resource: 'conversions', format: 'ndjson', filters });
    await record(1);
    await continueToCompletion();
    const { status, url } = await read(token, `/exports/${created.id}`);
    expect(status).toBe('ready');
    const key = new URL(url).pathname.replace('/files/', '');
    const lines = readFileSync(join(environment.EXPORTS_DIRECTORY ?? '', key), 'utf8')
      .trimEnd()
      .split('\n');
    const ids = idsOf(lines.map((line) => JSON.parse(line)));
    expect(ids.slice(0, orders.length)).toEqual(idsOf(orders));
  }
});

test('an erasure of a customer removes the personal data of an order and of its line items', async () => {
  const { token, record } = await spreadBrand();
  await record(4, {
    items: [{ sku: 'shirt', name: 'Shirt zqzqzq', quantity: 1 }],
    customerId: 'customer-7',
  });
  await dataOf(send('DELETE', '/customers/customer-7/personal-data', { token }), 202);
  await recordAllEvents();
  const left = (await allItems()).filter((item) => JSON.stringify(item).includes('zqzqzq'));
  expect(left).toEqual([]);
});

test('events and reports include orders of all partitions', async () => {
  const { token, brand, record } = await spreadBrand();
  const orders = await record(8);
  await recordAllEvents();
  for (const [type, ids] of [
    ['conversion', idsOf(orders)],
    ['commission', commissionIdsOf(orders)],
  ] as const) {
    const events = await followFeed(token, `limit=100&type=${type}.*`);
    expect(events.map(({ resourceId }) => resourceId)).toEqual(ids);
  }
  await patch(token, `/commissions/${orders[0]?.commissionId}/approve`, {});
  await aggregateNewClicks();
  const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));
  expect(await examineFigures(brand.id, now(), failOnWait)).toMatchObject({ differences: [], moving: 0 });
});

test('a bulk request that crashed before the lists became spread continues, and recognizes its own orders', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin: token, brand } = await createBrand('scale');
  const conversions = Array.from({ length: 30 }, (_, nth) => ({ orderId: `order-${nth}`, amount: 10 }));
  const request = () =>
    send('POST', '/conversions/bulk', { token, body: { conversions }, ...withKey('bulk-1') });
  expect(await completesBeforeKill(20, 'after', request)).toBe(false);
  vi.restoreAllMocks();
  const before = await readPage(token, '/conversions', { limit: 100 });
  expect([before.total > 0, before.total < conversions.length]).toEqual([true, true]);
  await operatorJson('brand', 'spread-lists', brand.id, '--partitions', '8');
  clock.advance(200);
  const { status, json } = await request();
  expect([status, json.meta]).toMatchObject([200, { created: conversions.length }]);
  const { items, total } = await readPage(token, '/conversions', { limit: 100 });
  expect(total).toBe(conversions.length);
  expect(idsOf(items).filter((id) => markOf(id) === '')).toHaveLength(before.total);
  await expectNoDifferences(brand.id);
});

test('pages of several partitions are merged without a loss or a repetition, also beyond 1 MB', async () => {
  const { token, brand, record } = await spreadBrand(2);
  const orders = idsOf(await record(16));
  const partitions = spreadPartitions(collectionPartition(brand.id, 'conversion'), 2);
  const lists: readonly ListQuery[] = partitions.map((partition) => ({ partition }));
  await withLargePartitions(partitions, async () => {
    const pages = [];
    for await (const page of queryMergedPages(lists)) pages.push(page.map(({ sk }) => String(sk)));
    expect(pages.flat()).toEqual(orders);
    expect(pages.length).toBeGreaterThan(2);
    const seen: string[] = [];
    let after: string | null = null;
    for (let isLast = false; !isLast; ) {
      const page = await readMergedPageAfter(lists, after, 5);
      seen.push(...page.items.map(({ sk }) => String(sk)));
      ({ isLast, upTo: after } = page);
    }
    expect(seen).toEqual(orders);
    const walked = await walk(token, '/conversions', { limit: 100 });
    expect(idsOf(walked.flatMap(({ items }) => items))).toEqual(orders.toReversed());
  });
});
