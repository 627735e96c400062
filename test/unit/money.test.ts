import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import {
  currency,
  fromMinor,
  minorDigits,
  multiplyRounded,
  toMinor,
  toScaledInteger,
} from '#lib/foundation/shared/money.ts';
import { sized } from '#test/support/size.ts';

/** One currency for each number of decimals that brands use. */
const currencies = ['JPY', 'USD', 'BHD'] as const;
const anyCurrency = fc.constantFrom(...currencies);
const minorUnits = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
/** Requests may contain amounts of up to 10^12 minor units. */
const acceptedAmounts = fc.integer({ min: 1, max: 10 ** 12 });

const textOf = (minor: number, code: string): string => JSON.stringify(fromMinor(minor, code));

/** The exact decimal, computed with BigInt instead of the algorithm under test. */
function exactDecimal(minor: number, digits: number): string {
  const unit = 10n ** BigInt(digits);
  const absolute = BigInt(Math.abs(minor));
  const fraction = digits === 0 ? '' : `.${(absolute % unit).toString().padStart(digits, '0')}`;
  return `${minor < 0 ? '-' : ''}${absolute / unit}${fraction.replace(/\.?0+$/, '')}`;
}

describe('fromMinor', () => {
  test('returns the exact decimal as JSON text for every integer below 2^53', () => {
    fc.assert(
      fc.property(minorUnits, anyCurrency, (minor, code) => {
        expect(textOf(minor, code)).toBe(exactDecimal(minor, minorDigits(code)));
      }),
    );
  });

  test.each([
    [0, 'USD', '0'],
    [-0, 'USD', '0'],
    [1, 'USD', '0.01'],
    [-1, 'USD', '-0.01'],
    [10, 'USD', '0.1'],
    [100, 'USD', '1'],
    [1999, 'USD', '19.99'],
    [1_000_000, 'USD', '10000'],
    [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
    [Number.MAX_SAFE_INTEGER, 'JPY', '9007199254740991'],
    [Number.MAX_SAFE_INTEGER, 'BHD', '9007199254740.991'],
    [5, 'BHD', '0.005'],
    [5, 'JPY', '5'],
    [1000, 'JPY', '1000'],
  ])('presents %d minor units of %s as %s', (minor, code, text) => {
    expect(textOf(minor, code)).toBe(text);
  });

  test('returns a value that is serialized as a JSON number', () => {
    expect(JSON.stringify({ amount: fromMinor(435, 'EUR'), list: [fromMinor(5, 'EUR')] })).toBe(
      '{"amount":4.35,"list":[0.05]}',
    );
  });
});

describe('toMinor', () => {
  test('converts every presented amount back to the same minor units', () => {
    fc.assert(
      fc.property(acceptedAmounts, anyCurrency, (minor, code) => {
        expect(toMinor(JSON.parse(textOf(minor, code)), code, 'value')).toBe(minor);
      }),
    );
  });

  test('round-trips every accepted amount', () => {
    fc.assert(
      fc.property(acceptedAmounts, anyCurrency, (minor, code) => {
        const amount: number = JSON.parse(textOf(minor, code));
        expect(JSON.parse(textOf(toMinor(amount, code, 'value'), code))).toBe(amount);
      }),
    );
  });

  test('rejects more decimals than the currency has and names the field', () => {
    const tooFine = fc
      .tuple(
        anyCurrency,
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 9 }),
      )
      .map(([code, whole, extra, last]) => {
        const decimals = minorDigits(code) + extra;
        return [code, Number(`${whole}.${String(last).padStart(decimals, '0')}`)] as const;
      });
    fc.assert(
      fc.property(tooFine, ([code, amount]) => {
        expect(() => toMinor(amount, code, 'commission.value')).toThrow(DomainError);
        expect(() => toMinor(amount, code, 'commission.value')).toThrow(
          expect.objectContaining({
            code: 'validation_failed',
            extras: { details: [{ path: 'commission.value', message: expect.stringContaining(code) }] },
          }),
        );
      }),
    );
  });

  test.each([
    [10.001, 'USD', 'Must have at most 2 decimals (USD)'],
    [1.5, 'JPY', 'Must have no decimals (JPY)'],
    [1e-200, 'USD', 'Must have at most 2 decimals (USD)'],
    [10_000_000_000.01, 'USD', 'Must be at most 10000000000 (USD)'],
    [9_999_999_999_999.99, 'USD', 'Must be at most 10000000000 (USD)'],
    [1e300, 'USD', 'Must be at most 10000000000 (USD)'],
    [10 ** 12 + 1, 'JPY', 'Must be at most 1000000000000 (JPY)'],
    [1_000_000_000.001, 'BHD', 'Must be at most 1000000000 (BHD)'],
  ])('rejects %d %s with "%s"', (amount, code, message) => {
    expect(() => toMinor(amount, code, 'value')).toThrow(
      expect.objectContaining({ extras: { details: [{ path: 'value', message }] } }),
    );
  });

  test.each([
    [4.35, 2, 435],
    [1.1, 2, 110],
    [8.2, 2, 820],
    [1e-7, 7, 1],
    [1.5e-7, 8, 15],
    [1e2, 2, 10_000],
    [1e14, 0, 1e14],
    [999_999_999_999_999, 0, 999_999_999_999_999],
    [9_999_999_999_999.99, 2, 999_999_999_999_999],
    [-4.35, 2, -435],
    [0, 2, 0],
  ])('`toScaledInteger` converts %d × 10^%i to %s exactly', (value, digits, expected) => {
    expect(toScaledInteger(value, digits)).toBe(expected);
  });

  test.each([
    [1.005, 2],
    [0.1 + 0.2, 2],
    [1e-7, 2],
    [1e15, 0],
    [1e13, 2],
    [1e21, 0],
    [1e300, 2],
  ])(
    '`toScaledInteger` returns undefined for %d × 10^%i, which is not an integer or is too large',
    (value, digits) => {
      expect(toScaledInteger(value, digits)).toBeUndefined();
    },
  );
});

describe('minorDigits', () => {
  test.each([
    ['EUR', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['BHD', 3],
    ['KWD', 3],
    ['TND', 3],
    ['HUF', 2],
    ['IQD', 3],
    ['ISK', 0],
    ['UGX', 0],
    ['CLF', 4],
  ])('gives the currency %s %i decimals, as ISO 4217 does', (code, digits) => {
    expect(minorDigits(code)).toBe(digits);
  });
});

test('the currency schema accepts only existing currency codes', () => {
  for (const code of currencies) expect(currency.safeParse(code).success).toBe(true);
  for (const code of ['XXQ', 'usd', 'US', '', 'DOLLAR']) expect(currency.safeParse(code).success).toBe(false);
});

describe('multiplyRounded', () => {
  test('rounds to the nearest integer, and rounds a tie to the even integer', () => {
    const amount = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });

    // The constant denominators produce ties often.
    const denominator = fc.oneof(fc.constantFrom(2, 4, 10, 100, 10_000), fc.integer({ min: 1, max: 10_000 }));
    const shares = denominator.chain((whole) =>
      fc.tuple(fc.integer({ min: 0, max: whole }), fc.constant(whole)),
    );
    fc.assert(
      fc.property(amount, shares, (of, [numerator, whole]) => {
        const found = BigInt(multiplyRounded(of, numerator, whole));
        // The rounding error is at most one half: |exact − found| · 2 · whole ≤ whole.
        const twice = 2n * (BigInt(of) * BigInt(numerator) - found * BigInt(whole));
        const distance = twice < 0n ? -twice : twice;
        expect(distance <= BigInt(whole)).toBe(true);
        if (distance === BigInt(whole)) expect(found % 2n).toBe(0n);
      }),
      { numRuns: sized(200, 1000) },
    );
  });

  test.each([
    [5, 1, 10, 0],
    [15, 1, 10, 2],
    [25, 1, 10, 2],
    [35, 1, 10, 4],
    [-5, 1, 10, 0],
    [-15, 1, 10, -2],
    [-25, 1, 10, -2],
    [26, 1, 10, 3],
    [24, 1, 10, 2],
    [0, 1, 10, 0],
    [1, 5000, 10_000, 0],
    [3, 5000, 10_000, 2],
    [999_999_999_999_999, 10_000, 10_000, 999_999_999_999_999],
    [999_999_999_999_999, 5000, 10_000, 500_000_000_000_000],
    [999_999_999_999_997, 5000, 10_000, 499_999_999_999_998],
  ])('rounds %i · %i / %i to %i', (amount, numerator, denominator, portion) => {
    expect(multiplyRounded(amount, numerator, denominator)).toBe(portion);
  });
});
