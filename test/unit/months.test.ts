// Tests what the tiers and the monthly cap of terms change in a month.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyRate, type StoredRate } from '#lib/foundation/shared/rates.ts';
import { movedOrderOf } from '#lib/money/commissions/rules/month-entries.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { earnedByTerms, type LineItem } from '#lib/program/terms/rules/earned-by-terms.ts';
import { explanationOf } from '#lib/program/terms/rules/explanation.ts';
import { monthOfOwner, tieredPartOf } from '#lib/program/terms/rules/month.ts';
import type { Terms } from '#lib/program/terms/schema/terms.ts';

const amounts = fc.integer({ min: 1, max: 100_000 });
const rates: fc.Arbitrary<StoredRate> = fc.oneof(
  fc.record({ type: fc.constant('percentage' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ type: fc.constant('fixed' as const), value: amounts }),
);
const names = Array.from({ length: 14 }, (_, index) => `sku-${index}`);
const items: fc.Arbitrary<readonly LineItem[]> = fc.array(
  fc.record({
    sku: fc.constantFrom(...names, 'other'),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 0, max: 50_000 }),
  }),
  { maxLength: 20 },
);
/** Has a rule for each SKU, so that an order can have more parts than an explanation shows. */
const termsOf = (rate: StoredRate, ruleRates: readonly StoredRate[], perOrder?: number): Terms => ({
  rate: { ...rate, per: 'order' },
  rules: ruleRates.map((own, index) => ({
    match: { sku: [names[index] ?? ''] },
    rate: { ...own, per: own.type === 'fixed' && index % 2 === 0 ? 'item' : 'order' },
  })),
  caps: perOrder === undefined ? {} : { perOrder },
});

test('a step adds what the order would earn if its rate were the rate of the terms', () => {
  fc.assert(
    fc.property(
      fc.record({
        amount: amounts,
        refunded: fc.nat({ max: 100_000 }),
        items,
        rate: rates,
        step: rates,
        ruleRates: fc.array(rates, { minLength: 0, maxLength: names.length }),
        perOrder: fc.option(amounts, { nil: undefined }),
      }),
      ({ amount, refunded, items: lines, rate, step, ruleRates, perOrder }) => {
        const refundedAmount = Math.min(refunded, amount);
        const earnedWith = (own: StoredRate) => {
          const earned = earnedByTerms(
            { amount, items: lines, customer: 'new' },
            termsOf(own, ruleRates, perOrder),
          );
          const sum = earned.rate === undefined ? 0 : applyRate(earned.rate, amount, amount - refundedAmount);
          return { earned, sum };
        };
        const { earned, sum } = earnedWith(rate);
        const version = {
          ownerId: 'brd_01',
          validFrom: '2026-01-01T00:00:00.000Z',
          customer: 'new' as const,
        };
        const tiers = {
          by: 'orders' as const,
          appliesTo: 'wholeMonth' as const,
          steps: [{ from: 1, rate: step }],
        };
        const order = {
          id: 'cnv_01',
          occurredAt: '2026-11-01T00:00:00.000Z',
          isSale: true,
          amount,
          refundedAmount,
          earned: sum,
          tiered: tieredPartOf(explanationOf(earned, version)),
          terms: { tiers, caps: perOrder === undefined ? {} : { perOrder } },
        };
        expect(monthOfOwner([order]).tierSupplement).toBe(earnedWith(step).sum - sum);
      },
    ),
    { numRuns: 2000 },
  );
});

const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({
  id: 'led_01',
  brandId: 'brd_01',
  kind: 'commission',
  at: '2026-12-01T00:00:00.000Z',
  conversionId: 'cnv_01',
  commissionId: 'com_01',
  payoutId: null,
  affiliateId: 'aff_01',
  campaignId: null,
  discountId: null,
  postings: [],
  orders: 0,
  uses: 0,
  conversions: {},
  commissions: {},
  report: { at: '2026-11-01T00:00:00.000Z', discountId: null, approvedAt: null },
  ...changes,
});

test.each([
  ['a new commission', entry({ commissions: { total: 1, pending: 1 } }), false],
  ['an approval of nothing', entry({ kind: 'approval', commissions: { pending: -1, approved: 1 } }), true],
  ['a payment', entry({ kind: 'payout', commissions: { approved: -1, paid: 1 } }), false],
  ['a refund that changes no commission', entry({ kind: 'refund', commissionId: null }), true],
  ['a bonus', entry({ kind: 'bonus', conversionId: null, commissions: { total: 1, approved: 1 } }), false],
  ['an order without a creator', entry({ kind: 'orderChange', affiliateId: null }), false],
])('an entry about %s decides whether a month is settled again', (_, moved, isSettled) => {
  expect(movedOrderOf(moved) !== undefined).toBe(isSettled);
});
