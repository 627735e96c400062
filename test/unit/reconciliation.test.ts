// Tests how the reconciliation compares a brand's stored figures with its ledger.
import { expect, test } from 'vitest';
import {
  differencesBetween,
  missingSubjects,
  newConcurrentChanges,
  newFigureTotals,
} from '#lib/care/reconciliation/rules/comparison.ts';
import { expectedRecords, expectedTotals } from '#lib/care/reconciliation/rules/expected-figures.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import { approve, reject } from '#lib/money/commissions/rules/status.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { someCommission } from '#test/support/commissions.ts';

const ids = {
  brandId: 'brd_01JD0000000000000000000000',
  affiliateId: 'aff_01JD0000000000000000000000',
  conversionId: 'cnv_01JD0000000000000000000000',
  commissionId: 'com_01JD0000000000000000000000',
} as const;
const payoutId = 'pay_01JD0000000000000000000000';
const now = new Date('2026-03-01T12:00:00.000Z');
const commission = someCommission({ ...ids, id: ids.commissionId }, now);

const bookOf = (entries: readonly LedgerEntry[]) => {
  const book = newFigureTotals();
  for (const statement of entries.flatMap((entry) => [...expectedTotals(entry), ...expectedRecords(entry)]))
    book.add(statement);
  return book;
};
const nonZero = (figures: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0));

test('the reconciliation adds up the ledger entries of an approved and of a rejected commission', () => {
  const after = approve(commission, null, now);
  const first = commissionEntry(undefined, commission, now);
  const book = bookOf([first, commissionEntry(commission, after, now)]);
  expect(nonZero(book.take(`commission ${ids.commissionId}`))).toEqual({
    approved: 499,
    'counted total': 1,
    'counted approved': 1,
    [`of ${ids.affiliateId}`]: 1,
    [`for ${ids.conversionId}`]: 1,
  });
  expect(nonZero(book.take(`affiliate ${ids.affiliateId}`))).toEqual({ commissionEarned: 499 });
  expect(nonZero(book.take(`commissions of ${ids.brandId}`))).toEqual({ total: 1, approved: 1 });

  const none = bookOf([first, commissionEntry(commission, reject(commission, 'x'), now)]);
  expect(nonZero(none.take(`commission ${ids.commissionId}`))).toMatchObject({
    lost: 499,
    'counted rejected': 1,
  });
  expect(nonZero(none.take(`affiliate ${ids.affiliateId}`))).toEqual({});
});

test('the reconciliation computes the claimed and the paid amount of a payout from its ledger entries', () => {
  const free = approve(commission, null, now);
  const claimed = { ...free, payoutId };
  const paid = { ...claimed, status: 'paid' as const };
  const subject = `payout ${payoutId} ${ids.affiliateId}`;
  const claim = commissionEntry(free, claimed, now);
  expect(nonZero(bookOf([claim]).take(subject))).toEqual({ inPayout: 499, commissionsCount: 1 });
  expect(nonZero(bookOf([claim, commissionEntry(claimed, paid, now)]).take(subject))).toEqual({
    paid: 499,
    commissionsCount: 1,
  });
  expect(nonZero(bookOf([claim, commissionEntry(claimed, free, now)]).take(subject))).toEqual({});
});

test('`differencesBetween` reports figures that differ, and treats a missing figure as 0', () => {
  expect(differencesBetween('x', { a: 1, b: 2, c: 0 }, { a: 1, b: 3, d: 0 })).toEqual([
    { subject: 'x', figure: 'b', expected: 2, stored: 3 },
  ]);
  expect(differencesBetween('x', undefined, { a: 1 })).toEqual([
    { subject: 'x', figure: 'a', expected: 0, stored: 1 },
  ]);
});

test('the reconciliation reports a ledger subject without a stored item, unless it is a deleted discount code or a payout in progress', () => {
  const book = newFigureTotals();
  for (const subject of [
    'affiliate 1',
    'affiliate 2',
    'discount 1',
    'payout 1',
    'payout 1 2',
    'payout 2 2',
  ]) {
    book.add({ subject, figures: { totalRevenue: 5, nothing: 0 } });
  }
  book.take('affiliate 1');
  expect(missingSubjects(book, new Set(['1']))).toEqual([
    { subject: 'affiliate 2', figure: 'totalRevenue', expected: 5, stored: 0 },
    { subject: 'payout 2 2', figure: 'totalRevenue', expected: 5, stored: 0 },
  ]);
});

test('the reconciliation accepts a difference only if some of the concurrent writes add up to it', () => {
  const movements = newConcurrentChanges();
  for (const by of [20, 20, -5]) movements.add({ subject: 'x', figures: { sum: by } });
  const explained = [-6, -5, 0, 20, 35, 40, 41].map((difference) =>
    movements.explains({ subject: 'x', figure: 'sum', expected: 100, stored: 100 + difference }),
  );
  expect(explained).toEqual([false, true, true, true, true, true, false]);
  expect(movements.explains({ subject: 'x', figure: 'other', expected: 0, stored: 1 })).toBe(false);
  expect(movements.explains({ subject: 'y', figure: 'sum', expected: 0, stored: 1 })).toBe(false);
});
