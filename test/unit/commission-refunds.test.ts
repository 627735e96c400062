import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { applyRate } from '#lib/foundation/shared/rates.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { applyRefund } from '#lib/money/commissions/rules/refund.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { someCommission } from '#test/support/commissions.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const payoutId = newId('payout', at);
const brandId = newId('brand', at);
const affiliateId = newId('affiliate', at);

function commissionOf(
  rate: { type: 'percentage' | 'fixed'; value: number },
  orderAmount: number,
): Commission {
  const amount = applyRate(rate, orderAmount);
  return someCommission(
    { brandId, affiliateId, orderAmount, amount, rate: { ...rate, source: 'brand' } },
    at,
  );
}

const rates = fc.oneof(
  fc.record({ type: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ type: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 10 ** 12 }) }),
  fc.record({ type: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 1000 }) }),
);
const orderAmounts = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 10 ** 12 }));

/** The amounts that remain after each refund of an order. */
const remainders = (orderAmount: number) =>
  fc
    .array(fc.integer({ min: 0, max: orderAmount }), { maxLength: 8 })
    .map((drawn) => [...new Set(drawn)].filter((one) => one < orderAmount).toSorted((a, b) => b - a));

const orders = orderAmounts.chain((orderAmount) =>
  fc.record({ orderAmount: fc.constant(orderAmount), rate: rates, left: remainders(orderAmount) }),
);

/** Refunds the order in steps. The commission is claimed by a payout before the refund number `claimedAt`. */
function refundInSteps(start: Commission, left: readonly number[], claimedAt = left.length) {
  let commission = start;
  let before = start.orderAmount;
  const clawbacks: Commission[] = [];
  for (const [index, after] of left.entries()) {
    if (index === claimedAt && commission.status === 'pending') {
      commission = { ...commission, status: 'approved', payoutId };
    }
    const { changed = commission, clawback } = applyRefund(commission, { before, after }, at);
    if (clawback !== undefined) clawbacks.push(clawback);
    [commission, before] = [changed, after];
  }
  const taken = clawbacks.reduce((sum, { amount }) => sum + amount, 0);
  return { commission, clawbacks, net: commission.amount + taken };
}

describe('the commission of a refunded order', () => {
  test('the commission of a refunded order depends only on the order, the rate and what remains, and never exceeds what remains', () => {
    fc.assert(
      fc.property(orders, ({ orderAmount, rate, left }) => {
        const start = commissionOf(rate, orderAmount);
        expect(start.amount).toBeLessThanOrEqual(orderAmount);
        for (const [index, remaining] of left.entries()) {
          const { commission, clawbacks } = refundInSteps(start, left.slice(0, index + 1));
          expect(clawbacks).toEqual([]);
          expect(commission.originalAmount).toBe(start.amount);
          if (remaining === 0) {
            expect(commission.status).toBe('reversed');
            expect(presentCommission(commission).amount.rawJSON).toBe('0');
          } else {
            expect(commission.amount).toBe(applyRate(rate, orderAmount, remaining));
            expect(commission.amount).toBeGreaterThanOrEqual(0);
            expect(commission.amount).toBeLessThanOrEqual(remaining);
          }
        }
      }),
    );
  });

  test('a commission in a payout and its clawbacks add up to the commission of what remains, whenever the payout claimed it', () => {
    const cases = orders.chain((order) =>
      fc.tuple(fc.constant(order), fc.integer({ min: 0, max: Math.max(0, order.left.length - 1) })),
    );
    fc.assert(
      fc.property(cases, ([{ orderAmount, rate, left }, claimedAt]) => {
        fc.pre(left.length > 0);
        const { net, clawbacks } = refundInSteps(commissionOf(rate, orderAmount), left, claimedAt);
        expect(net).toBe(applyRate(rate, orderAmount, left.at(-1)));
        for (const { amount, originalAmount } of clawbacks) {
          expect(amount).toBeLessThan(0);
          expect(originalAmount).toBe(amount);
        }
      }),
    );
  });

  test.each([
    ['shrinks in proportion to the refund', 500, 10_000, 4000, 200],
    ['is rounded half to even', 5, 100, 50, 2],
    ['is at most the order', 500, 300, 300, 300],
    ['that exceeds the order shrinks with it', 500, 300, 150, 150],
    ['is 0 when nothing remains', 500, 300, 0, 0],
  ])(
    'a fixed commission %s: %i of an order of %i with %i remaining earns %i',
    (_, value, amount, left, earned) => {
      expect(applyRate({ type: 'fixed', value }, amount, left)).toBe(earned);
    },
  );
});
