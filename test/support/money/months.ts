// Models what the tiers and the monthly caps of creators change, and settles the months as the service does.
import { expect } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { settleMonths } from '#lib/money/commissions/store/settle-months.ts';
import { createdAt } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import type { ManualModel } from '#test/support/money-model.ts';
import type { ModelOrder } from './orders.ts';
import type { ModelMonth, ModelTerms } from './rates.ts';
import type { World } from './world.ts';

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

type TermsOfMonth = ModelTerms & { readonly month: ModelMonth };

const hasMonth = (terms: ModelTerms | undefined): terms is TermsOfMonth => terms?.month !== undefined;

const sold = (by: ModelMonth['by'], orders: readonly ModelOrder[]): bigint => {
  const sales = orders.filter(({ counts }) => counts);
  return by === 'orders' ? BigInt(sales.length) : sumOf(sales.map(({ left }) => left));
};

/** What the order earns by the tiers. Leads and signups have none. */
function earnedInMonth(order: ModelOrder, terms: TermsOfMonth, soldUntil: bigint): bigint {
  const step = terms.month.steps.findLast(({ from }) => from <= soldUntil);
  if (step === undefined || !order.counts) return order.earned;
  return order.earnedBy({ ...terms, rate: { ...step.rate, isPerItem: false } }, order.left);
}

const isLater = (one: ModelOrder, other: ModelOrder): number =>
  `${one.at} ${one.id}` < `${other.at} ${other.id}` ? -1 : 1;

/** The difference to what the orders of one creator in one month have earned by the rates of their terms. */
function differenceOf(orders: readonly ModelOrder[], terms: TermsOfMonth) {
  const { by, appliesTo, cap } = terms.month;
  const sorted = orders.toSorted(isLater);
  const byTiers = sorted.map((order, index) =>
    earnedInMonth(order, terms, sold(by, appliesTo === 'wholeMonth' ? sorted : sorted.slice(0, index))),
  );
  const [earned, withTiers] = [sumOf(orders.map((order) => order.earned)), sumOf(byTiers)];
  return { tierSupplement: withTiers - earned, monthlyCap: withTiers > cap ? cap - withTiers : 0n };
}

type Difference = ReturnType<typeof differenceOf>;
type Months = Readonly<Record<string, Difference>>;

/** A sale whose commission is less than a cent counts as well. */
const countsInMonth = ({ isRejected, isOrder, left, earned }: ModelOrder): boolean =>
  !isRejected && (isOrder ? left > 0n : earned > 0n);

/** All commissions must be approved or paid. */
function expectedMonths({ orders, creators }: World): Months {
  const found = creators.flatMap((creator) => {
    const own = orders.filter(
      (order) => order.verdict.party?.creator === creator && order.mark === undefined && countsInMonth(order),
    );
    return [...Map.groupBy(own, ({ day }) => day.slice(0, 7))].flatMap(([month, ofMonth]) => {
      const terms = ofMonth[0]?.terms;
      return hasMonth(terms) ? [[`${creator.id} ${month}`, differenceOf(ofMonth, terms)] as const] : [];
    });
  });
  return Object.fromEntries(
    found.filter(([, { tierSupplement, monthlyCap }]) => tierSupplement !== 0n || monthlyCap !== 0n),
  );
}

const isMonthly = ({ kind }: Json): boolean => kind === 'tierSupplement' || kind === 'monthlyCap';
const centsOf = ({ amount }: Json): bigint => BigInt(Math.round(amount * 100));

/** The commissions by which months were settled until now. */
export const monthlyOf = (commissions: readonly Json[]): readonly ManualModel[] =>
  commissions
    .filter(isMonthly)
    .map((one) => ({ affiliateId: one.affiliateId, campaignId: one.campaignId, amount: centsOf(one) }));

/** The reason of a monthly commission names its month. */
const monthIn = (reason: string): string => /\d{4}-\d{2}/.exec(reason)?.[0] ?? '';

/** Compares each month with what the service has settled. The run must have settled a month. */
export function expectMonths(world: World, commissions: readonly Json[]): void {
  const settled = Object.entries(
    Object.groupBy(
      commissions.filter(isMonthly),
      ({ affiliateId, reason }) => `${affiliateId} ${monthIn(reason)}`,
    ),
  ).map(([name, own = []]) => {
    const sum = (wanted: string) => sumOf(own.filter(({ kind }) => kind === wanted).map(centsOf));
    return [name, { tierSupplement: sum('tierSupplement'), monthlyCap: sum('monthlyCap') }] as const;
  });
  const nonZero = settled.filter(([, sums]) => sums.tierSupplement !== 0n || sums.monthlyCap !== 0n);
  const expected = expectedMonths(world);
  expect(Object.fromEntries(nonZero)).toEqual(expected);
  expect(Object.keys(expected)).not.toEqual([]);
}

/** Settles all months while orders change. The approval run waits for ten minutes, so it would find nothing yet. */
export async function settleMeanwhile({ brandId }: World): Promise<void> {
  const brand = await getBrand(brandId);
  const period = { from: new Date(0), until: addSeconds(now(), 1), clock: now };
  for await (const { failed } of settleMonths(brand, period)) expect(failed).toBe(0);
}

export const secondsUntilRun = 3600;

/** Lets the approval run of an hour later settle the months. */
export async function settleByApprovalRun({ brandId }: World): Promise<void> {
  const later = addSeconds(now(), secondsUntilRun).toISOString();
  const run = { brandIds: [brandId], getBrand, hasTime: () => true };
  expect((await createdAt(later, () => approveDue(run))).failed).toBe(0);
}
