// Models rates and terms in arbitrary precision, independently of the service.
import { roundedHalfEven } from '#test/support/money-model.ts';

/** `value` is in hundredths of a percent for a percentage, and in cents for a fixed amount. */
export interface ModelRate {
  readonly type: 'percentage' | 'fixed';
  readonly value: bigint;
}

/** A line item. The price of one unit is in cents. */
export interface ModelItem {
  readonly category: string;
  readonly quantity: bigint;
  readonly price: bigint;
}

type TermsRate = ModelRate & { readonly isPerItem: boolean };
export type CustomerKind = 'new' | 'returning';

/** A rule without a rate excludes its category. Without a category or a kind of customer, it applies to all. */
interface ModelRule {
  readonly category?: string;
  readonly customers?: CustomerKind;
  readonly rate: TermsRate | null;
}

/** `from` is in cents, or a number of orders. */
export interface ModelMonth {
  readonly by: 'revenue' | 'orders';
  readonly appliesTo: 'followingOrders' | 'wholeMonth';
  readonly steps: readonly { readonly from: bigint; readonly rate: ModelRate }[];
  readonly cap: bigint;
}

export interface ModelTerms {
  readonly rate: TermsRate;
  readonly rules: readonly ModelRule[];
  readonly cap: bigint | null;
  /** What a lead and a signup earn. */
  readonly leads?: Readonly<Record<'lead' | 'signup', bigint>>;
  readonly month?: ModelMonth;
}

/** The facts of an order that terms judge. */
export interface OrderByTerms {
  readonly items: readonly ModelItem[];
  readonly customer: CustomerKind;
  readonly amount: bigint;
  /** The amount without refunds. */
  readonly left: bigint;
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** `left` is the amount without refunds. A fixed rate shrinks in proportion to refunds. */
export function earnedByRate({ type, value }: ModelRate, amount: bigint, left: bigint): bigint {
  if (left === 0n) return 0n;
  if (type === 'percentage') return roundedHalfEven(left * value, 10_000n);
  return roundedHalfEven(smaller(value, amount) * left, amount);
}

/** Gives the cents that remain after rounding down to the largest remainders, the first of equal ones first. */
function divided(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const total = sumOf(weights);
  const shares = weights.map((weight) => (amount * weight) / total);
  const remainders = weights.map((weight) => (amount * weight) % total);
  for (let left = amount - sumOf(shares); left > 0n; left -= 1n) {
    const largest = remainders.reduce((most, one) => (one > most ? one : most));
    const index = remainders.indexOf(largest);
    shares[index] = (shares[index] ?? 0n) + 1n;
    remainders[index] = -1n;
  }
  return shares;
}

interface Part {
  readonly rate: TermsRate | null;
  readonly weight: bigint;
  readonly quantity: bigint;
}

/** The items of each rule, in the order of the rules, and at last all others. */
function partsOf({ rules, rate }: ModelTerms, { items, customer }: OrderByTerms): readonly Part[] {
  const isFor = (wanted: string | undefined, found: string | undefined): boolean =>
    wanted === undefined || wanted === found;
  const ruleOf = ({ category }: Partial<ModelItem>) =>
    rules.findIndex((rule) => isFor(rule.category, category) && isFor(rule.customers, customer));
  if (items.length === 0) {
    const rule = rules[ruleOf({})];
    return [{ rate: rule === undefined ? rate : rule.rate, weight: 1n, quantity: 1n }];
  }
  return [...rules.keys(), -1].flatMap((rule) => {
    const own = items.filter((item) => ruleOf(item) === rule);
    const part = {
      rate: rule === -1 ? rate : (rules[rule]?.rate ?? null),
      weight: sumOf(own.map(({ price, quantity }) => price * quantity)),
      quantity: sumOf(own.map(({ quantity }) => quantity)),
    };
    return own.length === 0 ? [] : [part];
  });
}

function earnedByPart({ rate, quantity }: Part, base: bigint): bigint {
  if (rate === null) return 0n;
  const value = rate.isPerItem ? rate.value * quantity : rate.value;
  return earnedByRate({ ...rate, value }, base, base);
}

/** One rate of the whole order stays a rate. Otherwise the sum of all parts shrinks like a fixed rate. */
export function earnedByTerms(terms: ModelTerms, order: OrderByTerms): bigint {
  const { amount, left } = order;
  const found = partsOf(terms, order);
  const bases = divided(
    amount,
    found.map(({ weight }) => weight),
  );
  const sum = sumOf(found.map((part, index) => earnedByPart(part, bases[index] ?? 0n)));
  const capped = terms.cap === null ? sum : smaller(sum, terms.cap);
  const [only] = found;
  if (found.length === 1 && only?.rate && !only.rate.isPerItem && capped === sum)
    return earnedByRate(only.rate, amount, left);
  return earnedByRate({ type: 'fixed', value: capped }, amount, left);
}
