// A rate: a share of an amount (percentage), or a fixed sum. Commissions and discounts are both one.
import * as z from 'zod';
import { invalidField } from './errors.ts';
import {
  amountInput,
  type Decimal,
  decimal,
  fromMinor,
  portionOf,
  scaled,
  toMinor,
  unscaled,
} from './money.ts';

const rateType = z.enum(['percentage', 'fixed']);

/** Percentages keep two decimals: they are stored as hundredths of a percent (basis points). */
const percentageDigits = 2;
const basisPoints = 100 * 10 ** percentageDigits;

export const rateInput = z.lazy(() =>
  z.strictObject({ type: rateType, value: amountInput }).meta({
    description:
      '`value` is the percent (up to 100, at most 2 decimals), or an amount in the brand’s currency',
  }),
);

/** As stored: hundredths of a percent, or minor units. */
export const storedRate = z.object({ type: rateType, value: z.int().positive() });

export const rate = z.object({ type: rateType, value: decimal });

export type RateInput = z.output<typeof rateInput>;
export type StoredRate = z.output<typeof storedRate>;

/** The stored form; a 400 at `path` for what is over 100 percent or has too many decimals. */
export function toStoredRate({ type, value }: RateInput, code: string, path: string): StoredRate {
  if (type === 'fixed') return { type, value: toMinor(value, code, path) };
  const basisPoints = value <= 100 ? scaled(value, percentageDigits) : undefined;
  if (basisPoints !== undefined) return { type, value: basisPoints };
  throw invalidField(path, 'Must be a percentage up to 100 with at most 2 decimals');
}

export const presentRate = ({ type, value }: StoredRate, code: string): z.input<typeof rate> => ({
  type,
  value: presentRateValue({ type, value }, code),
});

export const presentRateValue = ({ type, value }: StoredRate, code: string): Decimal =>
  type === 'fixed' ? fromMinor(value, code) : unscaled(value, percentageDigits);

/** What a rate makes of an amount, in minor units: a share of it, rounded half to even; or the fixed sum, of nothing nothing. */
export function applyRate({ type, value }: StoredRate, amount: number): number {
  if (type === 'percentage') return portionOf(amount, value, basisPoints);
  return amount === 0 ? 0 : value;
}
