// Tests that reports have the figures that follow from the orders that were sent, also while a payout is in progress.

import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { examineFigures, rebuildFigures } from '#lib/outlets/figures/store/rebuild.ts';
import { inviteActive, recordOrder } from '#test/support/creations.ts';
import { createdAt, fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  createPayout,
  fillCommissions,
  payPayout,
} from '#test/support/payouts.ts';
import {
  expectedPayables,
  expectedRows,
  type ReportQuery,
  rowsIn,
  sendRandomOrders,
  totalsOf,
} from '#test/support/report-model.ts';
import { createBrand } from '#test/support/service.ts';
import { aggregate, continuePendingPayouts, newChanges } from '#test/support/stream.ts';

const cents = (amount: number): number => Math.round(amount * 100);

/** Delivers each batch twice, as a stream can. */
async function aggregateTwice(): Promise<void> {
  for (const batch of await newChanges()) {
    await aggregate(batch);
    await aggregate(batch);
  }
}

test.each(['UTC', 'Europe/Berlin'])(
  'all groups and filters have the figures of the orders that were sent to a brand in the time zone %s',
  async (timezone) => {
    const clock = fakeClock('2026-04-10T12:00:00Z', 1);
    const { token, orders, creators, campaignId, discountId } = await sendRandomOrders(18, {
      ...{ seed: 20260401, now: clock.now(), timezone },
    });
    await aggregateTwice();
    const range = { from: '2026-01-15', to: '2026-04-10' };
    const filters: readonly Pick<ReportQuery, 'affiliateId' | 'campaignId' | 'discountId'>[] = [
      {},
      ...creators.map((affiliateId) => ({ affiliateId })),
      { campaignId },
      { discountId },
    ];
    const byTime = [
      ...filters.map((filter) => ({ groupBy: 'day', ...filter }) as const),
      ...(['week', 'month'] as const).map((groupBy) => ({ groupBy })),
    ];
    const [affiliateId = ''] = creators;
    const byId = [
      ...(['affiliate', 'campaign', 'discount'] as const).map((groupBy) => ({ groupBy })),
      { groupBy: 'affiliate', campaignId },
      { groupBy: 'campaign', affiliateId },
      { groupBy: 'campaign', affiliateId, discountId },
      { groupBy: 'discount', affiliateId },
      { groupBy: 'discount', affiliateId, campaignId },
    ] as const;
    let compared = 0;
    for (const group of [...byTime, ...byId]) {
      const query = { ...group, ...range };
      const report = await read(token, `/reports/performance?${new URLSearchParams(query)}`);
      const expected = expectedRows(orders, query, timezone);
      expect([query, rowsIn(report)]).toEqual([query, expected]);
      const { total } = rowsIn({ rows: [{ key: 'total', ...report.totals }] });
      expect([query, total ?? {}]).toEqual([query, totalsOf(expected)]);
      compared += Object.keys(expected).length;
    }
    expect(compared).toBeGreaterThan(30);

    const { rows } = await read(token, '/reports/payables');
    const payables = rows.map((row: Json) => [
      row.affiliateId,
      { pending: cents(row.pending), due: cents(row.due) },
    ]);
    expect(Object.fromEntries(payables)).toEqual(expectedPayables(orders));
  },
);

test('an examination of the figures reports only differences that last, and counts those of entries that were just written', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { trackingCode } = await createdAt('2026-01-01T12:00:00Z', () => inviteActive(token));
  const order = (occurredAt: string) => recordOrder(token, { trackingCode, occurredAt });
  await order('2026-01-05T10:00:00Z');
  const daysIn = ({ differences }: { readonly differences: readonly { readonly key: Key }[] }) =>
    differences.flatMap(({ key: { pk, sk } }) => (pk.endsWith('#FIGURES') ? [sk] : []));
  const examined = await examineFigures(brand.id, now(), () => order('2026-02-05T10:00:00Z'), ['orders']);
  expect(daysIn(examined)).toEqual(['2026-01-05']);
  expect(examined.moving).toBeGreaterThan(1);
  const days = Array.from({ length: 22 }, (_, day) => `2026-02-${String(day + 6).padStart(2, '0')}`);
  const orders = days.map((day) => ({
    ...{ orderId: unusedOrder(), amount: 100, trackingCode, occurredAt: `${day}T10:00:00Z` },
  }));
  expect((await sendOrders(token, orders)).status).toBe(200);
  const rebuilt = await rebuildFigures(brand.id, now(), async () => {}, ['orders']);
  expect(rebuilt.differences).toHaveLength(rebuilt.items);
  expect(rebuilt.items).toBeGreaterThan(100);
  const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));
  expect(await examineFigures(brand.id, now(), failOnWait, ['orders'])).toMatchObject({
    differences: [],
    moving: 0,
  });
});

test('a report that is read during the steps of a payout has each commission once', async () => {
  const acme = await brandWithCreators(2);
  await fillCommissions(acme, 50);
  const owed = Array.from({ length: 50 }, (_, index) => 100 + index).reduce((sum, amount) => sum + amount, 0);
  const figures = async () => {
    for (const batch of await newChanges()) await aggregate(batch);
    const payables = await read(acme.admin, '/reports/payables');
    const { totals } = await read(acme.admin, '/reports/performance?groupBy=affiliate');
    const { pending, days0To30, inPayout, due } = payables.totals;
    expect(payables.rows.reduce((sum: number, row: Json) => sum + cents(row.due), 0)).toBe(cents(due));
    expect([cents(days0To30 + inPayout), pending]).toEqual([cents(due), 0]);
    expect(cents(totals.approvedCommission)).toBe(cents(due));
    expect(cents(totals.commission)).toBe(owed);
    return { inPayout: cents(inPayout), due: cents(due), paid: cents(totals.paidCommission) };
  };
  useOneStepPerRequest();
  const steps = async (id: string): Promise<readonly Awaited<ReturnType<typeof figures>>[]> => {
    const seen = [await figures()];
    for (let step = 1; step <= 3; step += 1) {
      await advance(await getPayout(acme.brand.id, id), () => true, { now });
      seen.push(await figures());
    }
    return seen;
  };
  expect(await figures()).toEqual({ inPayout: 0, due: owed, paid: 0 });
  const canceled = await createPayout(acme.admin);
  const preparing = await steps(canceled.id);
  const claimed = [...new Set(preparing.map(({ inPayout }) => inPayout))];
  expect(claimed.length).toBeGreaterThanOrEqual(2);
  expect(preparing.map(({ due, paid }) => [due, paid])).toEqual(preparing.map(() => [owed, 0]));
  expect(preparing.at(-1)?.inPayout).toBe(owed);

  await cancelPayout(acme.admin, canceled.id);
  await continuePendingPayouts();
  expect(await figures()).toEqual({ inPayout: 0, due: owed, paid: 0 });

  const { id } = await createPayout(acme.admin);
  await continuePendingPayouts();
  await payPayout(acme.admin, id);
  const paying = await steps(id);
  expect(paying.some(({ paid }) => paid > 0 && paid < owed)).toBe(true);
  expect(paying.map(({ due, paid }) => due + paid)).toEqual(paying.map(() => owed));
  expect(paying.at(-1)).toEqual({ inPayout: 0, due: 0, paid: owed });
});
