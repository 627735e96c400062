import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '#lib/shared/errors.ts';
import { currency, fromMinor, minorDigits, portionOf, scaled, toMinor } from '#lib/shared/money.ts';
import { sized } from '#test/support/size.ts';

/** One currency for each number of decimals that brands use. */
const currencies = ['JPY', 'USD', 'BHD'] as const;
const anyCurrency = fc.constantFrom(...currencies);
const minorUnits = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
/** What amounts are taken in: 15 digits. */
const takenIn = fc.integer({ min: 1, max: 999_999_999_999_999 });

const textOf = (minor: number, code: string): string => JSON.stringify(fromMinor(minor, code));

/** The exact decimal by another way than the code's: integer division, in arbitrary precision. */
function exactDecimal(minor: number, digits: number): string {
  const unit = 10n ** BigInt(digits);
  const absolute = BigInt(Math.abs(minor));
  const fraction = digits === 0 ? '' : `.${(absolute % unit).toString().padStart(digits, '0')}`;
  return `${minor < 0 ? '-' : ''}${absolute / unit}${fraction.replace(/\.?0+$/, '')}`;
}

describe('an amount going out', () => {
  test('is exactly its minor units, as JSON text, for every integer below 2^53', () => {
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
  ])('of %d in %s is %s', (minor, code, text) => {
    expect(textOf(minor, code)).toBe(text);
  });

  test('is a JSON number, and stands in a body as one', () => {
    expect(JSON.stringify({ amount: fromMinor(435, 'EUR'), list: [fromMinor(5, 'EUR')] })).toBe(
      '{"amount":4.35,"list":[0.05]}',
    );
  });
});

describe('an amount coming in', () => {
  test('is the minor units that it went out as', () => {
    fc.assert(
      fc.property(takenIn, anyCurrency, (minor, code) => {
        expect(toMinor(JSON.parse(textOf(minor, code)), code, 'value')).toBe(minor);
      }),
    );
  });

  test('goes out again as it came in', () => {
    fc.assert(
      fc.property(takenIn, anyCurrency, (minor, code) => {
        const amount: number = JSON.parse(textOf(minor, code));
        expect(JSON.parse(textOf(toMinor(amount, code, 'value'), code))).toBe(amount);
      }),
    );
  });

  test('is refused with more decimals than its currency has, and the refusal names the field', () => {
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
            code: 'invalid',
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
    [1e13, 'USD', 'Must be less than 10000000000000 (USD)'],
    [1e300, 'USD', 'Must be less than 10000000000000 (USD)'],
    [1e15, 'JPY', 'Must be less than 1000000000000000 (JPY)'],
    [1e12, 'BHD', 'Must be less than 1000000000000 (BHD)'],
  ])('of %d in %s: %s', (amount, code, message) => {
    expect(() => toMinor(amount, code, 'value')).toThrow(
      expect.objectContaining({ extras: { details: [{ path: 'value', message }] } }),
    );
  });

  test.each([
    [1.005, 2, undefined],
    [4.35, 2, 435],
    [1.1, 2, 110],
    [8.2, 2, 820],
    [0.1 + 0.2, 2, undefined],
    [1e-7, 2, undefined],
    [1e-7, 7, 1],
    [1.5e-7, 8, 15],
    [1e2, 2, 10_000],
    [1e14, 0, 1e14],
    [999_999_999_999_999, 0, 999_999_999_999_999],
    [1e15, 0, undefined],
    [1e13, 2, undefined],
    [1e21, 0, undefined],
    [1e300, 2, undefined],
    [9_999_999_999_999.99, 2, 999_999_999_999_999],
    [-4.35, 2, -435],
    [0, 2, 0],
  ])('%d × 10^%i is %s, read from its decimals', (value, digits, expected) => {
    expect(scaled(value, digits)).toBe(expected);
  });
});

describe('the decimals of a currency', () => {
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
  ])('%s has %i, as ISO 4217 says', (code, digits) => {
    expect(minorDigits(code)).toBe(digits);
  });

  test('are those of a code there is', () => {
    for (const code of currencies) expect(currency.safeParse(code).success).toBe(true);
    for (const code of ['XXQ', 'usd', 'US', '', 'DOLLAR'])
      expect(currency.safeParse(code).success).toBe(false);
  });
});

describe('a portion of an amount', () => {
  test('is the nearest whole number there is, and of two that are as near the even one', () => {
    const amount = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    // Denominators that make ties often, and any.
    const denominator = fc.oneof(fc.constantFrom(2, 4, 10, 100, 10_000), fc.integer({ min: 1, max: 10_000 }));
    const shares = denominator.chain((whole) =>
      fc.tuple(fc.integer({ min: 0, max: whole }), fc.constant(whole)),
    );
    fc.assert(
      fc.property(amount, shares, (of, [numerator, whole]) => {
        const found = BigInt(portionOf(of, numerator, whole));
        // Held against what it must be, not computed again: | exact − found | · 2 · whole is at most whole.
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
  ])('of %i by %i / %i is %i', (amount, numerator, denominator, portion) => {
    expect(portionOf(amount, numerator, denominator)).toBe(portion);
  });
});
