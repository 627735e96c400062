import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differencesBetween, newFigureTotals } from '#lib/care/reconciliation/rules/comparison.ts';
import { expectedRecords } from '#lib/care/reconciliation/rules/expected-figures.ts';
import { commissionFigures } from '#lib/care/reconciliation/rules/stored-figures.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { applyRate } from '#lib/foundation/shared/rates.ts';
import { isBrandFigures } from '#lib/foundation/table/keys/figure-keys.ts';
import { commissionChangeEntries, commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import { type OrderAmounts, settle, settlementEntries } from '#lib/money/commissions/rules/settle.ts';
import { approve, reject } from '#lib/money/commissions/rules/status.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { isBalanced } from '#lib/money/ledger/rules.ts';
import {
  claimCommission,
  isClaimable,
  isClaimedBy,
  payCommission,
  releaseCommission,
} from '#lib/money/payouts/rules/commissions.ts';
import { entryDeltasOf, type FigureDelta } from '#lib/outlets/figures/rules/deltas.ts';
import { addFigures, figuresOf } from '#lib/outlets/figures/rules/figures.ts';
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

type Action = 'approve' | 'claim' | 'release' | 'pay' | 'reject';
/** What happens to an order: it is edited or refunded (also less than before), or its commission changes. */
type Happening = { readonly order: OrderAmounts } | { readonly action: Action };

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  orderAmounts
    .chain((amount) =>
      fc.record({
        amount: fc.constant(amount),
        refundedAmount: fc.oneof(fc.constant(0), fc.constant(amount), fc.integer({ min: 0, max: amount })),
      }),
    )
    .map((order) => ({ order })),
  fc.constantFrom<Action[]>('approve', 'claim', 'release', 'pay', 'reject').map((action) => ({ action })),
);

const actions: Readonly<Record<Action, (before: Commission) => Commission>> = {
  approve: (before) => approve(before, null, at),
  claim: (before) => (isClaimable(before) ? claimCommission(before, payoutId) : before),
  release: (before) => (isClaimedBy(before, payoutId) ? releaseCommission(before) : before),
  pay: (before) => (isClaimedBy(before, payoutId) ? payCommission(before, at.toISOString()) : before),
  reject: (before) => reject(before, 'fraud'),
};

/** Returns the commission unchanged if the action is not allowed. */
function afterAction(before: Commission, action: Action): Commission {
  try {
    return actions[action](before);
  } catch {
    return before;
  }
}

const reason = 'The order was changed';

function live(start: Commission, past: readonly Happening[]) {
  let commission = start;
  let order: OrderAmounts = { amount: Number(start.orderAmount), refundedAmount: 0 };
  const adjustments: Commission[] = [];
  const entries = [commissionEntry(undefined, start, at)];
  for (const happening of past) {
    if ('action' in happening) {
      const after = afterAction(commission, happening.action);
      entries.push(...commissionChangeEntries(commission, after, at));
      commission = after;
    } else {
      const settlement = settle(commission, { before: order, after: happening.order, reason }, at);
      entries.push(...settlementEntries(commission, settlement, at));
      adjustments.push(...[settlement.adjustment].filter((one) => one !== undefined));
      commission = settlement.changed ?? commission;
      order = happening.order;
    }
  }
  return { commission, order, adjustments, entries };
}

const utc = { timezone: 'UTC', pastTimezones: [] };
const isBrandDelta = ({ key, id }: FigureDelta): boolean => id === '' && isBrandFigures(key);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

describe('settle', () => {
  const lives = fc.record({
    orderAmount: orderAmounts,
    rate: rates,
    past: fc.array(happenings, { maxLength: 12 }),
  });

  test('a commission and its adjustments add up to what the rate earns of the order, whatever happened to both', () => {
    fc.assert(
      fc.property(lives, ({ orderAmount, rate, past }) => {
        const { commission, order, adjustments } = live(commissionOf(rate, orderAmount), past);
        const remaining = order.amount - order.refundedAmount;
        const owed = commission.status === 'reversed' ? 0 : commission.amount;
        expect(owed + sumOf(adjustments.map(({ amount }) => amount))).toBe(
          applyRate(rate, order.amount, remaining),
        );
        if (commission.status === 'reversed') expect(remaining).toBe(0);
        expect(commission.orderAmount).toBe(order.amount);
      }),
      { numRuns: 1000 },
    );
  });

  test('the entries of the ledger add up to the balances, the losses and the counts of the commissions', () => {
    fc.assert(
      fc.property(lives, ({ orderAmount, rate, past }) => {
        const { commission, adjustments, entries } = live(commissionOf(rate, orderAmount), past);
        const found = newFigureTotals();
        for (const addend of entries.flatMap(expectedRecords)) found.add(addend);
        const differences = [commission, ...adjustments].flatMap((one) => {
          const { subject, figures } = commissionFigures(one, 0);
          return differencesBetween(subject, found.take(subject), figures);
        });
        expect(differences).toEqual([]);
        expect(entries.filter((entry) => !isBalanced(entry))).toEqual([]);
        const figures = figuresOf({});
        const ofDays = entries.flatMap((entry) => entryDeltasOf(entry, utc)).filter(isBrandDelta);
        for (const delta of ofDays) addFigures(figures, delta.figures);
        const { status, amount } = commission;
        expect([figures.rejected ?? 0, figures.reversed ?? 0]).toEqual(
          ['rejected', 'reversed'].map((loss) => (status === loss ? amount : 0)),
        );
      }),
      { numRuns: 1000 },
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
