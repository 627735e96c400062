import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyRate,
  exceedsShare,
  presentRate,
  rateInput,
  toStoredRate,
} from '#lib/foundation/shared/rates.ts';

const store = (type: 'percentage' | 'fixed', value: number, code = 'USD') =>
  toStoredRate({ type, value }, code, 'commission.value');
const presented = (rate: Parameters<typeof presentRate>[0], code: string) =>
  JSON.parse(JSON.stringify(presentRate(rate, code)));

describe('a percentage', () => {
  test('a percentage is stored in hundredths and presented as given, for every valid value', () => {
    for (let hundredths = 1; hundredths <= 10_000; hundredths += 1) {
      const value = hundredths / 100;
      expect(store('percentage', value)).toEqual({ type: 'percentage', value: hundredths });
      expect(presented({ type: 'percentage', value: hundredths }, 'JPY')).toEqual({
        type: 'percentage',
        value,
      });
    }
  });

  test.each([100.01, 101, 1e6, 0.001, 33.333, 99.999])('cannot be %d', (value) => {
    expect(() => store('percentage', value)).toThrow(
      expect.objectContaining({
        extras: { details: [{ path: 'commission.value', message: expect.stringContaining('up to 100') }] },
      }),
    );
  });
});

describe('a fixed rate', () => {
  test('a fixed rate is stored in minor units and presented as given', () => {
    const amount = fc.integer({ min: 1, max: 10 ** 12 });
    fc.assert(
      fc.property(amount, fc.constantFrom('JPY', 'EUR', 'KWD'), (value, code) => {
        const rate = { type: 'fixed', value } as const;
        const { value: decimal } = presented(rate, code);
        expect(store('fixed', decimal, code)).toEqual(rate);
      }),
    );
  });

  test.each([
    [0.5, 'JPY'],
    [0.001, 'USD'],
    [0.0001, 'KWD'],
    [10 ** 12 + 1, 'JPY'],
  ])('cannot be %d in %s', (value, code) => {
    expect(() => store('fixed', value, code)).toThrow('Invalid request body');
  });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
  'a rate cannot have the value %o',
  (value) => {
    expect(rateInput.safeParse({ type: 'fixed', value }).success).toBe(false);
    expect(rateInput.safeParse({ type: 'percentage', value }).success).toBe(false);
  },
);

describe('applyRate', () => {
  const amounts = fc.integer({ min: 0, max: 999_999_999_999_999 });

  test('returns between 0 and the amount for a percentage, and never less for a larger amount', () => {
    const hundredths = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(amounts, amounts, hundredths, (one, other, value) => {
        const of = (amount: number) => applyRate({ type: 'percentage', value }, amount);
        expect(of(one)).toBeGreaterThanOrEqual(0);
        expect(of(one)).toBeLessThanOrEqual(one);
        if (one <= other) expect(of(one)).toBeLessThanOrEqual(of(other));
      }),
    );
  });

  test('returns the value of a fixed rate, but at most the amount', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 999_999 }), (amount, value) => {
        expect(applyRate({ type: 'fixed', value }, amount)).toBe(Math.min(value, amount));
      }),
    );
    expect(applyRate({ type: 'percentage', value: 10_000 }, 0)).toBe(0);
  });
});

describe('exceedsShare', () => {
  test('`exceedsShare` is true only for a percentage above the share, and for a commission above the exact share', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    const orders = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 10 ** 12 }));
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 10_000 }), hundredths, (order, value, share) => {
        for (const type of ['percentage', 'fixed'] as const) {
          const earned = BigInt(applyRate({ type, value }, order));
          const isAbove = earned * 10_000n > BigInt(order) * BigInt(share);
          const isAllowed = type === 'percentage' && value <= share;
          expect(exceedsShare({ type, value }, order, share)).toBe(isAbove && !isAllowed);
        }
      }),
    );
  });

  test.each([
    ['percentage', 5000, 3, 5000, false],
    ['percentage', 5001, 100_000, 5000, true],
    ['fixed', 500, 1000, 5000, false],
    ['fixed', 500, 999, 5000, true],
    ['fixed', 1, 10 ** 12, 0, true],
    ['fixed', 10 ** 12, 1, 10_000, false],
  ] as const)(
    'for a %s of %i, an order of %i and a share of %i basis points, it returns %s',
    (type, value, order, share, exceeds) => {
      expect(exceedsShare({ type, value }, order, share)).toBe(exceeds);
    },
  );
});
