// Converts and applies the rates of commissions and discounts. A rate is a percentage or a fixed amount.
import * as z from 'zod';
import { invalidField } from './errors.ts';
import {
  amountInput,
  type Decimal,
  decimal,
  fromMinor,
  fromScaledInteger,
  multiplyRounded,
  toMinor,
  toScaledInteger,
} from './money.ts';

const rateType = z
  .enum(['percentage', 'fixed'])
  .meta({ description: '`percentage` of the order, or a `fixed` amount for each order.' });

const percentageDigits = 2;
const basisPoints = 100 * 10 ** percentageDigits;

const rateValue =
  'For `percentage`, the percent, at most 100 with at most 2 decimals. For `fixed`, an amount in the brand’s currency.';

export const rateInput = z
  .strictObject({ type: rateType, value: amountInput.meta({ description: rateValue }) })
  .meta({
    id: 'RateInput',
    description:
      '`value` is a percentage (up to 100, with at most 2 decimals) or an amount in the brand’s currency.',
  });

/** `value` is in basis points (hundredths of a percent) for a percentage, and in minor units for a fixed amount. */
export const storedRate = z.object({ type: rateType, value: z.int().positive() });

export const rate = z
  .object({ type: rateType, value: decimal.meta({ description: rateValue }) })
  .meta({ id: 'Rate', description: 'A percentage or a fixed amount.' });

export type RateInput = z.output<typeof rateInput>;
export type StoredRate = z.output<typeof storedRate>;

/** Throws a 400 at `path` if the percentage exceeds 100, the amount is too large, or the value has too many decimals. */
export function toStoredRate({ type, value }: RateInput, code: string, path: string): StoredRate {
  if (type === 'fixed') return { type, value: toMinor(value, code, path) };
  return { type, value: toBasisPoints(value, path) };
}

/** Throws a 400 at `path` if the percentage exceeds 100 or has too many decimals. */
export function toBasisPoints(percentage: number, path: string): number {
  const hundredths = percentage <= 100 ? toScaledInteger(percentage, percentageDigits) : undefined;
  if (hundredths !== undefined) return hundredths;
  throw invalidField(path, 'Must be a percentage up to 100 with at most 2 decimals');
}

export const presentRate = ({ type, value }: StoredRate, code: string): z.input<typeof rate> => ({
  type,
  value: presentRateValue({ type, value }, code),
});

export const presentRateValue = ({ type, value }: StoredRate, code: string): Decimal =>
  type === 'fixed' ? fromMinor(value, code) : fromScaledInteger(value, percentageDigits);

/**
 * Returns the commission of an order of `amount`, of which `remaining` is not refunded, in minor units, rounded half to even. A
 * fixed commission is at most `amount` and shrinks in proportion to refunds. So no commission exceeds what remains.
 */
export function applyRate({ type, value }: StoredRate, amount: number, remaining = amount): number {
  if (type === 'percentage') return multiplyRounded(remaining, value, basisPoints);
  return remaining === 0 ? 0 : multiplyRounded(Math.min(value, amount), remaining, amount);
}

/**
 * Whether the commission is more than a share of its order, in basis points. A percentage up to the share never is, although its
 * commission may be rounded up.
 */
export function exceedsShare(rate: StoredRate, orderAmount: number, share: number): boolean {
  if (rate.type === 'percentage' && rate.value <= share) return false;
  return BigInt(applyRate(rate, orderAmount)) * BigInt(basisPoints) > BigInt(orderAmount) * BigInt(share);
}
