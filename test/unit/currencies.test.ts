// Tests the conversion of amounts, and that refunds in any currency add up to their order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountsIn, takenBy, withRefund } from '#lib/money/conversions/rules/refund-currency.ts';
import { convert, convertBack } from '#lib/money/exchange-rates/rules/convert.ts';

const rate = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 9_999_999_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(10, '0')}`);
const currency = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF');

/** A refund takes this share of what is left, in per mille, in its own currency or in the brand's. */
const step = fc.record({ share: fc.integer({ min: 0, max: 1000 }), isInBrandCurrency: fc.boolean() });

const orders = fc.record({
  currency,
  rate,
  amount: fc.integer({ min: 1, max: 10 ** 9 }),
  steps: fc.array(step, { maxLength: 14 }),
  mixed: fc.boolean(),
});

describe('refunds of an order in another currency', () => {
  test('the refunds of any partition of an order add up to its amounts, and no refund takes too much', () => {
    fc.assert(
      fc.property(orders, ({ currency: own, rate: exchangeRate, amount, steps, mixed }) => {
        const converted = convert(amount, { from: own, to: 'EUR', rate: exchangeRate });
        const original = { currency: own, amount, refundedAmount: 0, exchangeRate };
        let order = { amount: converted, refundedAmount: 0, currency: 'EUR', original };
        let [sum, sumOfOriginals] = [0, 0];
        for (const { share, isInBrandCurrency } of [...steps, null].map(
          (one) => one ?? { share: null, isInBrandCurrency: false },
        )) {
          const named = mixed && isInBrandCurrency ? 'EUR' : own;
          const { left } = amountsIn(named, order);
          const wanted = share === null ? null : Math.floor((left * share) / 1000);
          const taken = takenBy(wanted, named, order);
          sum += taken.amount;
          sumOfOriginals += taken.original?.amount ?? 0;
          order = withRefund(order, taken);
          expect(order.refundedAmount).toBe(sum);
          expect(order.refundedAmount).toBeLessThanOrEqual(order.amount);
          expect(order.original.refundedAmount).toBeLessThanOrEqual(amount);
        }
        expect([sum, sumOfOriginals]).toEqual([converted, amount]);
      }),
    );
  });

  test('a refund that is taken back leaves the order as it was before the refund', () => {
    const original = { currency: 'USD', amount: 9999, refundedAmount: 713, exchangeRate: '0.9217' };
    const order = { amount: 9216, refundedAmount: 657, currency: 'EUR', original };
    const taken = takenBy(100, 'USD', order);
    expect(withRefund(withRefund(order, taken), taken, -1)).toEqual(order);
  });
});

test('a conversion and its inverse round half to even, without a loss of precision', () => {
  const dollars = { from: 'USD', to: 'EUR', rate: '0.5' };
  expect([1, 3, 5].map((cents) => convert(cents, dollars))).toEqual([0, 2, 2]);
  const large = { from: 'JPY', to: 'KWD', rate: '0.0020833333' };
  expect(convert(10 ** 12, large)).toBe(2_083_333_300_000);
  expect(convertBack(2_083_333_300_000, large)).toBe(10 ** 12);
});
