// Calculates what an order earns by terms: each rule, and the rate of the other items, earns with its part of the order.
import { applyRate, type StoredRate } from '#lib/foundation/shared/rates.ts';
import type { ExplainedPart } from '#lib/program/terms/schema/explanation.ts';
import {
  type CustomerKind,
  type MatchField,
  matchFields,
  type StoredRule,
  type Terms,
} from '#lib/program/terms/schema/terms.ts';
import { sharesOf } from './shares.ts';

/** A line item of an order. The price is in minor units. */
export interface LineItem {
  readonly sku?: string | undefined;
  readonly productId?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly quantity: number;
  readonly price?: number | undefined;
}

export interface OrderByTerms {
  /** The commissionable amount, which can differ from the sum of the items. */
  readonly amount: number;
  readonly items: readonly LineItem[];
  readonly customer: CustomerKind;
}

export interface EarnedByTerms {
  /** The same amount as a simple rate of the whole order. Undefined if the order earns nothing. */
  readonly rate: StoredRate | undefined;
  readonly isCapped: boolean;
  /** The sum that all rules together earn before the cap. */
  readonly earnedByRules: number;
  /** They add up to the amount of the commission. */
  readonly parts: readonly ExplainedPart[];
}

interface Part {
  readonly rule: number | null;
  readonly match: ExplainedPart['match'];
  readonly rate: Terms['rate'] | null;
  readonly weight: bigint;
  readonly quantity: number;
}

const valuesOf = (item: LineItem, field: MatchField): readonly (string | undefined)[] =>
  field === 'tag' ? (item.tags ?? []) : [item[field]];

/** Returns the field and the value by which a rule matches an item, null if it matches all items, and undefined if it does not match. */
function matchOf({ match }: StoredRule, item: LineItem): ExplainedPart['match'] | undefined {
  if (match === undefined) return null;
  for (const field of matchFields) {
    const value = match[field]?.find((wanted) => valuesOf(item, field).includes(wanted));
    if (value !== undefined) return { [field]: value };
  }
  return undefined;
}

const weightOf = ({ price = 0, quantity }: LineItem): bigint => BigInt(price) * BigInt(quantity);

const isForCustomer = ({ customers }: StoredRule, customer: CustomerKind): boolean =>
  customers === undefined || customers === customer;

function partOf(item: LineItem, { rules, rate }: Terms, customer: CustomerKind): Part {
  const [weight, { quantity }] = [weightOf(item), item];
  for (const [index, rule] of rules.entries()) {
    const match = isForCustomer(rule, customer) ? matchOf(rule, item) : undefined;
    if (match !== undefined) return { rule: index, match, rate: rule.rate, weight, quantity };
  }
  return { rule: null, match: null, rate, weight, quantity };
}

/** Joins the items of each rule, in the order of the rules. The items without a rule are last. */
function partsOf({ items, customer }: OrderByTerms, terms: Terms): readonly Part[] {
  const parts = new Map<number, Part>();
  for (const item of items) {
    const part = partOf(item, terms, customer);
    const key = part.rule ?? terms.rules.length;
    const { weight, quantity } = parts.get(key) ?? { weight: 0n, quantity: 0 };
    parts.set(key, {
      ...part,
      ...parts.get(key),
      weight: weight + part.weight,
      quantity: quantity + part.quantity,
    });
  }
  return [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part);
}

/** Without prices, nobody knows how much of the order an item is, so a rule that names no items, or the rate, applies to the whole order. */
function partsOfOrder(order: OrderByTerms, terms: Terms): readonly Part[] {
  const { items } = order;
  if (items.some((item) => weightOf(item) > 0n)) return partsOf(order, terms);
  const units = items.reduce((sum, item) => sum + item.quantity, 0);
  const whole = { quantity: Math.max(1, units) };
  return [{ ...partOf(whole, terms, order.customer), weight: 1n }];
}

/** A part never earns more than its base, so all parts together never earn more than the order. */
function earnedBy({ rate, quantity }: Part, base: number): number {
  if (rate === null) return 0;
  const { type, value, per } = rate;
  return applyRate({ type, value: per === 'item' ? value * quantity : value }, base);
}

export function earnedByTerms(order: OrderByTerms, terms: Terms): EarnedByTerms {
  const found = partsOfOrder(order, terms);
  const bases = sharesOf(
    order.amount,
    found.map(({ weight }) => weight),
  );
  const uncapped = found.map((part, index) => earnedBy(part, bases[index] ?? 0));
  const sum = uncapped.reduce((total, earned) => total + earned, 0);
  const cap = Math.min(sum, terms.caps.perOrder ?? sum);
  const isCapped = cap < sum;
  const amounts = isCapped ? sharesOf(cap, uncapped.map(BigInt)) : uncapped;
  const parts = found.map(({ rule, match, rate }, index) => ({
    rule,
    match,
    rate,
    base: bases[index] ?? 0,
    amount: amounts[index] ?? 0,
  }));
  const earnedByRules = found.reduce(
    (total, { rule }, index) => total + (rule === null ? 0 : (uncapped[index] ?? 0)),
    0,
  );
  return { rate: isCapped ? fixed(cap) : simpleRateOf(parts, cap), isCapped, earnedByRules, parts };
}

const fixed = (value: number): StoredRate | undefined => (value === 0 ? undefined : { type: 'fixed', value });

/** One rate of the whole order stays a rate, so that a refund rounds as it does for a simple rate. */
function simpleRateOf(parts: EarnedByTerms['parts'], sum: number): StoredRate | undefined {
  const [only, ...others] = parts;
  if (others.length > 0 || only === undefined || only.rate === null || only.rate.per === 'item')
    return fixed(sum);
  const { type, value } = only.rate;
  return { type, value };
}
