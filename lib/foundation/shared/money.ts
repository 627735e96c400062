// Converts money between integer minor units, which the service stores, and exact decimals, which the API uses.
import * as z from 'zod';
import { invalidField } from './errors.ts';
import { unlessMissing } from './messages.ts';

declare global {
  interface JSON {
    /** TypeScript does not declare these functions yet. See https://tc39.es/proposal-json-parse-with-source */
    rawJSON(text: string): RawJson;
    isRawJSON(value: unknown): value is RawJson;
  }
}

interface RawJson {
  readonly rawJSON: string;
}

export type Decimal = RawJson;

/** Currencies by number of decimals in ISO 4217; all others have 2. `Intl` is not used, because it deviates for HUF and IQD. */
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

export const currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Must be an ISO 4217 currency code')
  .meta({ description: 'An ISO 4217 currency code.', example: 'EUR' });

/** The currency of an order or a refund. Shops send it in any letter case. */
export const currencyInput = () => z.string().toUpperCase().pipe(currency);

export const minorDigits = (code: string): number => digitsByCurrency.get(code) ?? 2;

/** The highest amount of a request, in minor units. Sums of amounts have room for thousands of them below 2^53. */
export const maxAmount = 10 ** 12;

/** A double preserves 15 significant digits, so larger integers cannot be converted. */
const maxConvertible = 10 ** 15 - 1;

export const minorUnits = z.int();

export const amountInput = z.number().positive('Must be more than 0');

export const nonNegativeAmountInput = z.number().nonnegative('Must be 0 or more');

/** At most four decimals, as the currency with most decimals has. A longer text could lose digits as a number. */
const decimalText = /^\d{1,13}(?:\.\d{1,4}0*)?$/;

const numberIn =
  (pattern: RegExp) =>
  (value: unknown): unknown =>
    typeof value === 'string' && pattern.test(value) ? Number(value) : value;

const orderAmount = (schema: z.ZodNumber, limit: object, pattern = decimalText) =>
  z.preprocess(numberIn(pattern), schema).meta({
    override: { type: ['number', 'string'], ...limit, pattern: pattern.source.replace('?:', '') },
  });

const error = unlessMissing('Must be a number, or a text with a decimal number, such as 49.90');

/** The amount of an order or a price. Many shops send it as a text. */
export const orderAmountInput = () =>
  orderAmount(z.number({ error }).nonnegative('Must be 0 or more'), { minimum: 0 });

export const refundAmountInput = () =>
  orderAmount(z.number({ error }).positive('Must be more than 0'), { exclusiveMinimum: 0 });

const signedDecimalText = new RegExp(decimalText.source.replace('^', '^-?'));

/** An amount that can be negative, but not 0. */
export const signedAmountInput = () =>
  orderAmount(
    z.number({ error }).refine((amount) => amount !== 0, 'Must not be 0'),
    {},
    signedDecimalText,
  );

export const decimal = z
  .custom<Decimal>((value) => JSON.isRawJSON(value), 'Must be an exact decimal')
  .meta({
    override: {
      type: 'number',
      description: 'An exact decimal in the brand’s currency.',
      examples: [19.99],
    },
  });

function digitsOf(value: number): [string, string, number] {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [whole, fraction, Number(exponent)];
}

function decimalsOf(value: number): number {
  const [, fraction, exponent] = digitsOf(value);
  return fraction.length - exponent;
}

/** Converts the decimal text, because multiplication is not exact: 4.35 * 100 = 434.99999999999994. */
export function toScaledInteger(value: number, digits: number): number | undefined {
  const [whole, fraction] = digitsOf(value);
  const zeros = digits - decimalsOf(value);
  if (zeros < 0) return undefined;
  const result = Number(`${whole}${fraction}${'0'.repeat(zeros)}`);
  return Math.abs(result) <= maxConvertible ? result : undefined;
}

/** Throws a 400 at `path` if the amount has too many decimals, or is too large on either side of 0. */
export function toMinor(amount: number, code: string, path: string): number {
  const digits = minorDigits(code);
  const minor = toScaledInteger(amount, digits);
  if (minor !== undefined && Math.abs(minor) <= maxAmount) return minor;
  const limit = fromScaledInteger(amount < 0 ? -maxAmount : maxAmount, digits).rawJSON;
  const tooLarge = `Must be at ${amount < 0 ? 'least' : 'most'} ${limit} (${code})`;
  const tooManyDecimals = `Must have ${digits === 0 ? 'no' : `at most ${digits}`} decimals (${code})`;
  throw invalidField(path, decimalsOf(amount) > digits ? tooManyDecimals : tooLarge);
}

/** Formats the integer as text, because division is not exact: 9007199254740991 with 2 digits is 90071992547409.91. */
export function fromScaledInteger(integer: number, digits: number): Decimal {
  const sign = integer < 0 ? '-' : '';
  const text = String(Math.abs(integer)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return JSON.rawJSON(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}

export const fromMinor = (minor: number, code: string): Decimal =>
  fromScaledInteger(minor, minorDigits(code));

/** Divides without loss of precision, and rounds half to even, so that rounding has no bias over many orders. */
export function divideRounded(dividend: bigint, divisor: bigint): number {
  const [whole, rest] = [dividend / divisor, dividend % divisor];
  const twice = rest < 0n ? -rest * 2n : rest * 2n;
  const roundsAway = twice > divisor || (twice === divisor && whole % 2n !== 0n);
  const step = dividend < 0n ? -1n : 1n;
  return Number(roundsAway ? whole + step : whole);
}

export const multiplyRounded = (amount: number, numerator: number, denominator: number): number =>
  divideRounded(BigInt(amount) * BigInt(numerator), BigInt(denominator));
