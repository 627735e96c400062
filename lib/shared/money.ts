// Money: integer minor units inside, decimals at the edge, and nothing rounded on the way.
import * as z from 'zod';
import { invalidField } from './errors.ts';

declare global {
  interface JSON {
    /** https://tc39.es/proposal-json-parse-with-source: text that JSON.stringify writes as it is. */
    rawJSON(text: string): RawJson;
    isRawJSON(value: unknown): value is RawJson;
  }
}

interface RawJson {
  readonly rawJSON: string;
}

/** A number whose JSON text is exact, also where a double could not tell two cents apart. */
export type Decimal = RawJson;

/** ISO 4217 minor units, where they are not 2 (Intl follows CLDR, which differs: HUF, IQD). */
const minorUnitExceptions: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCurrency = new Map(
  Object.entries(minorUnitExceptions).flatMap(([digits, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(digits)]),
  ),
);

export const currency = z.lazy(() =>
  z
    .string()
    .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Must be an ISO 4217 currency code')
    .meta({ example: 'EUR' }),
);

export const minorDigits = (code: string): number => digitsByCurrency.get(code) ?? 2;

/** 15 significant digits always survive the way through a double: no larger amount is taken in. */
const maxInput = 10 ** 15;

/** An amount as it is stored: whole minor units, negative for what was taken back. */
export const minorUnits = z.int();

/** An amount as it is sent: a positive decimal. How many decimals it may have depends on the brand's currency. */
export const amountInput = z.lazy(() => z.number().positive('Must be more than 0'));

/** The same, where nothing is an amount as well. */
export const amountOrNothing = z.lazy(() => z.number().nonnegative('Must be 0 or more'));

/** An amount as it is answered. */
export const decimal = z.lazy(() =>
  z
    .custom<Decimal>((value) => JSON.isRawJSON(value), 'Must be an exact decimal')
    .meta({
      override: {
        type: 'number',
        description: 'A decimal in the brand’s currency, exact',
        examples: [19.99],
      },
    }),
);

/** `[whole, fraction, exponent]` of a double's shortest text: 1.5e-7 → ['1', '5', -7]. */
function digitsOf(value: number): [string, string, number] {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [whole, fraction, Number(exponent)];
}

/** How many decimals a number has: negative for one that is written with an exponent, 1e21 → -21. */
function decimalsOf(value: number): number {
  const [, fraction, exponent] = digitsOf(value);
  return fraction.length - exponent;
}

/**
 * `value × 10^digits` as an exact integer, or undefined where the value has more decimals than that or is too large.
 * Reads the number's decimal text: `value * 100` would make 1.005 and 4.35 something else.
 */
export function scaled(value: number, digits: number): number | undefined {
  const [whole, fraction] = digitsOf(value);
  const zeros = digits - decimalsOf(value);
  if (zeros < 0) return undefined;
  const result = Number(`${whole}${fraction}${'0'.repeat(zeros)}`);
  return Math.abs(result) < maxInput ? result : undefined;
}

/** Minor units of an amount in a currency; a 400 that names the field for one with too many decimals, or too large. */
export function toMinor(amount: number, code: string, path: string): number {
  const digits = minorDigits(code);
  const minor = scaled(amount, digits);
  if (minor !== undefined) return minor;
  const tooLarge = `Must be less than ${unscaled(maxInput, digits).rawJSON} (${code})`;
  const tooFine = `Must have ${digits === 0 ? 'no' : `at most ${digits}`} decimals (${code})`;
  throw invalidField(path, decimalsOf(amount) > digits ? tooFine : tooLarge);
}

/** `integer ÷ 10^digits` as exact JSON: 1999 → 19.99, 2000 → 20, 9007199254740991 → 90071992547409.91. */
export function unscaled(integer: number, digits: number): Decimal {
  const sign = integer < 0 ? '-' : '';
  const text = String(Math.abs(integer)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return JSON.rawJSON(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}

export const fromMinor = (minor: number, code: string): Decimal => unscaled(minor, minorDigits(code));

/**
 * `amount × numerator ÷ denominator` in whole minor units, exact at any size and rounded half to even (IEEE 754,
 * roundTiesToEven): over many orders, halves go up as often as down.
 */
export function portionOf(amount: number, numerator: number, denominator: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
  const [whole, rest] = [product / divisor, product % divisor];
  const twice = rest < 0n ? -rest * 2n : rest * 2n;
  const goesAway = twice > divisor || (twice === divisor && whole % 2n !== 0n);
  const step = product < 0n ? -1n : 1n;
  return Number(goesAway ? whole + step : whole);
}
