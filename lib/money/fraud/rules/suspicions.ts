// Decides whether a creator matches the fraud rules about creators.
import type { FraudRules } from '#lib/access/brands/rules/fraud-rules.ts';
import { secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { FraudFinding, FraudHit } from '#lib/money/fraud/schema/finding.ts';
import { noEvidence } from './evidence.ts';

const day = secondsPerDay * 1000;
const hour = secondsPerHour * 1000;
/** The days whose orders the rules look at. */
export const lookBackDays = 30;
const leakMilliseconds = 7 * day;

interface CreatorFacts {
  readonly rules: FraudRules;
  /** The orders of the last 30 days. */
  readonly orders: readonly Conversion[];
  readonly findings: readonly FraudFinding[];
  readonly now: Date;
}

const timeOf = ({ createdAt }: { readonly createdAt: string }): number => Date.parse(createdAt);

/** An order that an earlier finding counted is not counted again. */
function sinceFinding({ findings }: CreatorFacts, matches: (hit: FraudHit) => boolean): number {
  return Math.max(0, ...findings.filter(({ hits }) => hits.some(matches)).map(timeOf));
}

const isOpen = ({ findings }: CreatorFacts, matches: (hit: FraudHit) => boolean): boolean =>
  findings.some(({ status, hits }) => status === 'open' && hits.some(matches));

function velocity(facts: CreatorFacts): readonly FraudHit[] {
  const rule = facts.rules.velocity;
  const matches = (hit: FraudHit) => hit.rule === 'velocity';
  if (!rule?.orders || isOpen(facts, matches)) return [];
  const since = Math.max(sinceFinding(facts, matches), facts.now.getTime() - day);
  const times = facts.orders
    .map(timeOf)
    .filter((at) => at > since)
    .toSorted((one, other) => one - other);
  const { orders: limit } = rule;
  const isFast = times.some(
    (at, index) => at - (times[index - limit + 1] ?? Number.NEGATIVE_INFINITY) <= hour,
  );
  return isFast
    ? [{ ...noEvidence, rule: 'velocity', action: rule.action, match: 'velocity', count: limit }]
    : [];
}

const isLost = ({ refundedAmount, canceledAt }: Conversion): boolean =>
  refundedAmount > 0 || canceledAt !== null;

function refundRate(facts: CreatorFacts): readonly FraudHit[] {
  const rule = facts.rules.refundRate;
  const matches = (hit: FraudHit) => hit.rule === 'refundRate';
  const isRecent = sinceFinding(facts, matches) > facts.now.getTime() - day;
  if (!rule?.percent || !rule.orders || isRecent || isOpen(facts, matches)) return [];
  const total = facts.orders.length;
  const count = facts.orders.filter(isLost).length;
  if (total < rule.orders || count * 100 < rule.percent * total) return [];
  return [{ ...noEvidence, rule: 'refundRate', action: rule.action, match: 'refundRate', count, total }];
}

/** The orders that a code won without a recent click of its creator. */
const isWithoutClick = ({ affiliateId, occurredAt, receipt: { winner, candidates } }: Conversion): boolean =>
  winner === 'discountCode' &&
  !candidates.some(
    (one) =>
      one.source === 'click' &&
      one.affiliateId === affiliateId &&
      Date.parse(occurredAt) - Date.parse(one.clickedAt ?? '') <= leakMilliseconds,
  );

/** Customers without a mark count as different ones, because nobody can tell them apart. */
const customerOf = ({ id, customerHash, customerId }: Conversion): string => customerHash ?? customerId ?? id;

function couponLeak(facts: CreatorFacts): readonly FraudHit[] {
  const rule = facts.rules.couponLeak;
  if (!rule?.orders) return [];
  const { orders: limit, action } = rule;
  const oldest = facts.now.getTime() - leakMilliseconds;
  const byCode = Map.groupBy(facts.orders.filter(isWithoutClick), ({ discountId }) => discountId);
  return [...byCode].flatMap(([discountId, orders]) => {
    const matches = (hit: FraudHit) => hit.rule === 'couponLeak' && hit.discountId === discountId;
    if (discountId === null || isOpen(facts, matches)) return [];
    const since = Math.max(sinceFinding(facts, matches), oldest);
    const count = new Set(orders.filter((order) => timeOf(order) > since).map(customerOf)).size;
    if (count < limit) return [];
    return [
      { ...noEvidence, rule: 'couponLeak' as const, action, match: 'couponLeak' as const, discountId, count },
    ];
  });
}

/** Orders that never pay a commission of this program are no sign. */
const counts = ({ isTest, settledElsewhere }: Conversion): boolean => !isTest && !settledElsewhere;

export function hitsOfOrders(facts: CreatorFacts): readonly FraudHit[] {
  const counted = { ...facts, orders: facts.orders.filter(counts) };
  return [...velocity(counted), ...refundRate(counted), ...couponLeak(counted)];
}
