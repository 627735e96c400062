// Tests that the cost of a report does not grow with the number of orders. `ORDERS=100000 CREATORS=10000 npx vitest run reports/costs` uses more.
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { orderEntry } from '#lib/money/conversions/rules/ledger-entries.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { applyBatch, figureBatches } from '#lib/outlets/figures/rules/batches.ts';
import { entryDeltasOf } from '#lib/outlets/figures/rules/deltas.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { createBrand } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

beforeAll(async () => {
  await disableStream();
});

const firstDay = new Date('2025-01-01T00:00:00.000Z');
const year = 'from=2025-01-01&to=2025-12-31';
const [many, few] = [Number(process.env.ORDERS ?? sized(2000, 20_000)), 100];
const creators = Number(process.env.CREATORS ?? 200);
const millisecondsPerDay = 86_400_000;
const millisecondsOfYear = 365 * millisecondsPerDay;

const ids = (kind: 'affiliate' | 'campaign' | 'discount', count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => newId(kind, new Date(firstDay.getTime() + index)));

function orderOf(order: Partial<Conversion>, occurredAt: Date) {
  return entryDeltasOf(
    orderEntry(
      {
        ...{ id: newId('conversion', occurredAt), kind: 'sale', amount: 4990, campaignId: null },
        ...order,
        ...{ occurredAt: occurredAt.toISOString(), receipt: { attribution: 'attributed' } },
      } as unknown as Conversion,
      occurredAt,
    ),
    { timezone: 'UTC', pastTimezones: [] },
  );
}

/** Creates a brand whose figures contain this number of orders, spread over a year, 20 creators and 3 campaigns. */
async function brandWithOrders(count: number) {
  const { admin: token, brand } = await createBrand('scale');
  const [affiliates, campaigns, discounts] = [ids('affiliate', 20), ids('campaign', 3), ids('discount', 20)];
  const deltas = Array.from({ length: count }, (_, index) => {
    const occurredAt = new Date(
      firstDay.getTime() + Math.floor((index / count) * (millisecondsOfYear - millisecondsPerDay)),
    );
    const order = {
      brandId: brand.id,
      affiliateId: affiliates[index % 20] ?? null,
      campaignId: campaigns[index % 3] ?? null,
      discountId: discounts[index % 20] ?? null,
    };
    return orderOf(order, occurredAt);
  }).flat();
  await writeInBulk(figureBatches(deltas).map((batch) => applyBatch(batch, undefined)));
  return { token, affiliateId: affiliates[0] };
}

/** The names of creators, campaigns and codes cost one round trip, and half a unit for each row. */
const costOfNames = ({ rows }: Json) => rows.length / 2;

test('a year of many orders costs at most three round trips and 300 units beside the names, whatever the grouping', async () => {
  const [small, large] = [await brandWithOrders(few), await brandWithOrders(many)];
  for (const groupBy of ['day', 'month', 'affiliate', 'campaign', 'discount']) {
    const path = `/reports/performance?groupBy=${groupBy}&${year}`;
    const [report, traffic] = await trafficOf(() => read(large.token, path));
    expect([groupBy, report.totals.orders]).toEqual([groupBy, many]);
    const hasNames = groupBy !== 'day' && groupBy !== 'month';
    expect(traffic.roundTrips, groupBy).toBeLessThanOrEqual(3);
    expect(traffic.capacity, groupBy).toBeLessThanOrEqual(300 + (hasNames ? costOfNames(report) : 0));
    const [, base] = await trafficOf(() => read(small.token, path));
    expect(traffic.capacity, groupBy).toBeLessThanOrEqual(3 * base.capacity);
  }
});

test('a year of many discount codes that each have an order in each month costs at most 300 units beside the codes', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const discounts = ids('discount', creators);
  const deltas = Array.from({ length: 14 }, (_, month) =>
    discounts.flatMap((discountId, index) => {
      const occurredAt = new Date(Date.UTC(2025, month, 1 + (index % 28), index % 24));
      const order = { brandId: brand.id, affiliateId: newId('affiliate', firstDay), discountId };
      return orderOf(order, occurredAt).filter(({ id }) => id === discountId);
    }),
  ).flat();
  await writeInBulk(figureBatches(deltas).map((batch) => applyBatch(batch, undefined)));
  for (const from of ['2025-01-01', '2025-02-15']) {
    const to = new Date(Date.parse(from) + millisecondsOfYear - millisecondsPerDay)
      .toISOString()
      .slice(0, 10);
    const path = `/reports/performance?groupBy=discount&from=${from}&to=${to}`;
    const [report, traffic] = await trafficOf(() => read(token, path));
    expect([report.rowsCount, report.totals.orders, traffic.roundTrips]).toEqual([
      creators,
      12 * creators,
      3,
    ]);
    expect(traffic.capacity, from).toBeLessThanOrEqual(300 + costOfNames(report));
  }
});
