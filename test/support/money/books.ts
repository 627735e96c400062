// Compares everything that the service says about a run with the model: orders, commissions, totals, balances and figures.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import type { Json } from '#test/support/json.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { decimalOf } from '#test/support/money-model.ts';
import { read } from '#test/support/orders.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';
import { monthlyOf } from './months.ts';
import type { ModelOrder } from './orders.ts';
import { daysAgo, drawnDays, type World } from './world.ts';

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const centsOf = (amount: number): bigint => BigInt(Math.round(amount * 100));

export const readAll = async ({ token }: World, path: string): Promise<readonly Json[]> =>
  (await walk(token, path, { limit: 100 })).flatMap(({ items }) => items);

const expectedOrder = ({ verdict, amount, refunded, isCanceled, at, earned, original }: ModelOrder) => ({
  original,
  affiliateId: verdict.party?.creator.id ?? null,
  campaignId: verdict.party?.campaignId ?? null,
  discountId: verdict.party?.discountId ?? null,
  attribution: verdict.attribution,
  amount: decimalOf(amount),
  refundedAmount: decimalOf(refunded),
  isCanceled,
  occurredAt: at,
  earned: verdict.party === null || earned === 0n ? {} : { [verdict.party.creator.id]: decimalOf(earned) },
});

const counting: readonly string[] = ['pending', 'approved', 'paid'];

/** Returns what each creator has earned with the commissions, without creators who have earned nothing. */
function earnedWith(commissions: readonly Json[]): Record<string, number> {
  const counted = commissions.filter(({ status }) => counting.includes(status));
  const sums = [...Map.groupBy(counted, ({ affiliateId }) => affiliateId)].map(
    ([id, own]) => [String(id), sumOf(own.map(({ amount }) => centsOf(amount)))] as const,
  );
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0n).map(([id, sum]) => [id, decimalOf(sum)]));
}

const originalIn = ({ amount, refundedAmount, exchangeRate }: Json) => [amount, refundedAmount, exchangeRate];

const presentedOrder = (order: Json, commissions: readonly Json[]) => ({
  original: order.original && originalIn(order.original),
  affiliateId: order.affiliateId,
  campaignId: order.campaignId,
  discountId: order.discountId,
  attribution: order.receipt.attribution,
  amount: order.amount,
  refundedAmount: order.refundedAmount,
  isCanceled: order.canceledAt !== null,
  occurredAt: order.occurredAt,
  earned: earnedWith(commissions),
});

/** Compares each order first, because its difference explains those of all sums. */
export async function expectOrders(world: World): Promise<void> {
  const [recorded, commissions] = [
    await readAll(world, '/conversions'),
    await readAll(world, '/commissions'),
  ];
  const byOrder = Map.groupBy(commissions, ({ conversionId }) => conversionId);
  const presented = recorded.map((order) => [order.id, presentedOrder(order, byOrder.get(order.id) ?? [])]);
  const found = new Map(presented as [string, object][]);
  const differences = world.orders
    .map((order) => ({ order, found: found.get(order.id), expected: expectedOrder(order) }))
    .filter((one) => !isDeepStrictEqual(one.found, one.expected))
    .map(({ order: { orderId, steps }, ...states }) => ({ orderId, steps: steps.join(' '), ...states }));
  expect(differences).toEqual([]);
  expect(recorded).toHaveLength(world.orders.length);
}

/** The manual commissions, and those by which months were settled until now. */
const withMonthly = async (world: World): Promise<World['manual']> => [
  ...world.manual,
  ...monthlyOf(await readAll(world, '/commissions')),
];

/** The sums of the model over orders and manual commissions. */
function sumsOf(orders: readonly ModelOrder[], manual: World['manual'] = []) {
  return {
    revenue: decimalOf(sumOf(orders.filter(({ isOrder }) => isOrder).map(({ left }) => left))),
    orders: orders.filter(({ counts }) => counts).length,
    uses: orders.filter(({ uses }) => uses).length,
    earned: decimalOf(sumOf([...orders.map(({ earned }) => earned), ...manual.map(({ amount }) => amount)])),
  };
}

export async function expectTotals(world: World): Promise<void> {
  const { token, orders, creators, codes, campaignId, favoriteId } = world;
  const manual = await withMonthly(world);
  for (const id of [...creators.map((creator) => creator.id), favoriteId]) {
    const own = sumsOf(
      orders.filter(({ verdict }) => verdict.party?.creator.id === id),
      manual.filter(({ affiliateId }) => affiliateId === id),
    );
    const totals = { totalRevenue: own.revenue, totalOrders: own.orders, commissionEarned: own.earned };
    expect(await read(token, `/affiliates/${id}`)).toMatchObject(totals);
  }
  const ofCampaign = sumsOf(
    orders.filter(({ verdict }) => verdict.party?.campaignId === campaignId),
    manual.filter((one) => one.campaignId === campaignId),
  );
  expect(await read(token, `/campaigns/${campaignId}/stats`)).toMatchObject({
    ...{ orders: ofCampaign.orders, netRevenue: ofCampaign.revenue, commission: ofCampaign.earned },
  });
  for (const { discountId } of codes.filter(({ to }) => to === null)) {
    const own = sumsOf(orders.filter(({ verdict }) => verdict.party?.discountId === discountId));
    const totals = { totalRevenue: own.revenue, usageCount: own.uses };
    expect(await read(token, `/discounts/${discountId}`)).toMatchObject(totals);
  }
  for (const [attribution, own] of Map.groupBy(orders, ({ verdict }) => verdict.attribution)) {
    const { total } = await readPage(token, '/conversions', { attribution, limit: 1 });
    expect([attribution, total]).toEqual([attribution, own.length]);
  }
}

/** The balances of a creator in cents. */
export interface Balances {
  readonly pending: bigint;
  readonly approved: bigint;
  readonly inPayout: bigint;
  readonly paid: bigint;
}

/** Adds up the commissions of each creator. */
export async function readBalances(world: World): Promise<ReadonlyMap<string, Balances>> {
  const commissions = await readAll(world, '/commissions');
  const sumIf = (own: readonly Json[], isIt: (one: Json) => boolean) =>
    sumOf(own.filter(isIt).map(({ amount }) => centsOf(amount)));
  const ids = [...world.creators.map(({ id }) => id), world.favoriteId];
  return new Map(
    ids.map((id) => {
      const own = commissions.filter(({ affiliateId }) => affiliateId === id);
      const balances = {
        pending: sumIf(own, ({ status }) => status === 'pending'),
        approved: sumIf(own, ({ status, payoutId }) => status === 'approved' && payoutId === null),
        inPayout: sumIf(own, ({ status, payoutId }) => status === 'approved' && payoutId !== null),
        paid: sumIf(own, ({ status }) => status === 'paid'),
      };
      return [id, balances];
    }),
  );
}

/** Adds up amounts by a name. */
function sumsBy(list: readonly Json[], nameOf: (one: Json) => string): Record<string, bigint> {
  const groups = Map.groupBy(list, nameOf);
  return Object.fromEntries(
    [...groups].map(([name, own]) => [name, sumOf(own.map(({ amount }) => centsOf(amount)))]),
  );
}

/** Each line of a payout is the sum of the commissions of its creator. No commission is in two payouts, or in a canceled one. */
async function expectLines(world: World): Promise<void> {
  const claimed = (await readAll(world, '/commissions')).filter(({ payoutId }) => payoutId !== null);
  const payouts = (await readAll(world, '/payouts')).filter(({ status }) => status !== 'canceled');
  const lines: Json[] = [];
  for (const { id: payoutId } of payouts)
    for (const line of await readAll(world, `/payouts/${payoutId}/lines`))
      if (line.status !== 'failed') lines.push({ ...line, payoutId });
  const ofCommission = ({ payoutId, affiliateId, status }: Json): string =>
    [payoutId, affiliateId, status === 'paid' ? 'paid' : 'open'].join(' ');
  const ofLine = ({ payoutId, affiliateId, status }: Json): string =>
    [payoutId, affiliateId, status].join(' ');
  expect(sumsBy(claimed, ofCommission)).toEqual(sumsBy(lines, ofLine));
  // A payout whose lines have all failed is 0.
  const withLines = payouts.filter(({ amount }) => amount !== 0);
  expect(sumsBy(withLines, ({ id }) => id)).toEqual(sumsBy(lines, ({ payoutId }) => payoutId));
}

async function expectPayables({ token }: World, balances: ReadonlyMap<string, Balances>): Promise<void> {
  const { rows } = await read(token, '/reports/payables?limit=1000');
  for (const [id, { pending, approved, inPayout }] of balances) {
    const row = rows.find(({ affiliateId }: Json) => affiliateId === id) ?? {
      pending: 0,
      due: 0,
      inPayout: 0,
    };
    const said = [row.pending, row.due, row.inPayout].map(centsOf);
    expect([id, said]).toEqual([id, [pending, approved + inPayout, inPayout]]);
  }
}

/** The report of each day has the orders of the day, and what is earned with them until now. */
async function expectDays(world: World): Promise<void> {
  const { token, orders } = world;
  const range = `from=${daysAgo(drawnDays.first).slice(0, 10)}&to=${new Date().toISOString().slice(0, 10)}`;
  const report = await read(token, `/reports/performance?groupBy=day&limit=1000&${range}`);
  const manual = await withMonthly(world);
  const attributed = orders.filter(({ verdict }) => verdict.party !== null);
  const sales = attributed.filter(({ isOrder }) => isOrder);
  for (const [day, own] of Map.groupBy(sales, (order) => order.day)) {
    const row = report.rows.find(({ key }: Json) => key === day);
    const said = [day, row?.orders ?? 0, centsOf(row?.gross ?? 0)];
    const gross = sumOf(own.map(({ amount }) => amount));
    expect(said).toEqual([day, own.filter(({ isCanceled }) => !isCanceled).length, gross]);
  }
  const all = sumsOf(attributed, manual);
  const { netRevenue, commission } = report.totals;
  expect({ netRevenue, commission }).toEqual({ netRevenue: all.revenue, commission: all.earned });
}

export async function expectFigures(world: World): Promise<void> {
  await aggregateNewClicks();
  const { items, differences } = await compareFigures(world.brandId, now(), ['orders']);
  expect(items).toBeGreaterThan(0);
  expect(differences).toEqual([]);
  await expectDays(world);
  await expectPayables(world, await readBalances(world));
}

/** The balances of each creator add up to what the creator has earned, and agree with the payouts. */
export async function expectBalances(world: World): Promise<ReadonlyMap<string, Balances>> {
  const balances = await readBalances(world);
  const { orders } = world;
  const manual = await withMonthly(world);
  for (const [id, { pending, approved, inPayout, paid }] of balances) {
    const own = orders.filter(({ verdict }) => verdict.party?.creator.id === id);
    const given = manual.filter(({ affiliateId }) => affiliateId === id);
    expect([id, decimalOf(pending + approved + inPayout + paid)]).toEqual([id, sumsOf(own, given).earned]);
  }
  await expectLines(world);
  return balances;
}

export async function expectLedger({ brandId, orders }: World): Promise<void> {
  const { differences, entries } = await reconcileBrand(brandId);
  expect(differences).toEqual([]);
  expect(entries).toBeGreaterThanOrEqual(orders.length);
}
