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

/** A rule without a rate excludes its category. */
export interface ModelTerms {
  readonly rate: TermsRate;
  readonly rules: readonly { readonly category: string; readonly rate: TermsRate | null }[];
  readonly cap: bigint | null;
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
function partsOf({ rules, rate }: ModelTerms, items: readonly ModelItem[]): readonly Part[] {
  const ruleOf = ({ category }: ModelItem) => rules.findIndex((rule) => rule.category === category);
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
export function earnedByTerms(
  terms: ModelTerms,
  items: readonly ModelItem[],
  amount: bigint,
  left: bigint,
): bigint {
  const found: readonly Part[] =
    items.length === 0 ? [{ rate: terms.rate, weight: 1n, quantity: 1n }] : partsOf(terms, items);
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
