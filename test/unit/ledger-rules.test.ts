import { describe, expect, test } from 'vitest';
import { commissionEntry } from '#lib/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import { deltasOf, isBalanced, sumDeltas, transfer } from '#lib/ledger/rules.ts';
import { storedEntry } from '#lib/ledger/schema.ts';
import { newId } from '#lib/shared/ids.ts';
import { someCommission } from '#test/support/commissions.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const commission = someCommission(
  { brandId: newId('brand', at), affiliateId: newId('affiliate', at), amount: 499 },
  at,
);
const payoutId = newId('payout', at);
const hold = { reason: 'selfReferral', since: at.toISOString() } as const;
const as = (changes: Partial<Commission>): Commission => ({ ...commission, ...changes });

describe('what becomes of a commission', () => {
  const cases: readonly [string, Commission | undefined, Commission, string, object, number, object][] = [
    [
      'is made',
      undefined,
      as({}),
      'commission',
      { commissions: 499, pending: -499 },
      499,
      { total: 1, pending: 1 },
    ],
    [
      'shrinks by a refund',
      as({}),
      as({ amount: 400 }),
      'adjustment',
      { commissions: -99, pending: 99 },
      -99,
      {},
    ],
    [
      'is approved',
      as({}),
      as({ status: 'approved' }),
      'approval',
      { pending: 499, approved: -499 },
      0,
      { pending: -1, approved: 1 },
    ],
    ['is held from now on', as({}), as({ hold }), 'hold', {}, 0, { held: 1 }],
    [
      'is held and approved',
      as({ hold, isInReview: true }),
      as({ status: 'approved', isInReview: true }),
      'approval',
      { pending: 499, approved: -499 },
      0,
      { pending: -1, approved: 1, held: -1 },
    ],
    [
      'is approved, held before there was a list of that',
      as({ hold }),
      as({ status: 'approved' }),
      'approval',
      { pending: 499, approved: -499 },
      0,
      { pending: -1, approved: 1 },
    ],
    [
      'shrinks by a refund, held before there was a list of that',
      as({ hold }),
      as({ hold, amount: 400 }),
      'adjustment',
      { commissions: -99, pending: 99 },
      -99,
      { held: 1 },
    ],
    [
      'gets into a payout, approved by a release that knew of no such list',
      as({ status: 'approved', isInReview: true }),
      as({ status: 'approved', isInReview: true, payoutId }),
      'payoutClaim',
      { approved: 499, inPayout: -499 },
      0,
      { held: -1 },
    ],
    [
      'is rejected',
      as({ status: 'approved' }),
      as({ status: 'rejected' }),
      'rejection',
      { commissions: -499, approved: 499 },
      -499,
      { approved: -1, rejected: 1 },
    ],
    [
      'is reversed',
      as({}),
      as({ status: 'reversed' }),
      'reversal',
      { commissions: -499, pending: 499 },
      -499,
      { pending: -1, reversed: 1 },
    ],
    [
      'gets into a payout',
      as({ status: 'approved' }),
      as({ status: 'approved', payoutId }),
      'payoutClaim',
      { approved: 499, inPayout: -499 },
      0,
      {},
    ],
    [
      'gets out of one',
      as({ status: 'approved', payoutId }),
      as({ status: 'approved', payoutId: null }),
      'payoutRelease',
      { approved: -499, inPayout: 499 },
      0,
      {},
    ],
    [
      'is paid',
      as({ status: 'approved', payoutId }),
      as({ status: 'paid', payoutId }),
      'payout',
      { inPayout: 499, paid: -499 },
      0,
      { approved: -1, paid: 1 },
    ],
    [
      'is taken back from',
      undefined,
      as({ amount: -100, status: 'approved', adjusts: commission.id }),
      'adjustment',
      { commissions: -100, approved: 100 },
      -100,
      { total: 1, approved: 1 },
    ],
  ];

  test('that is of nothing, only counts move', () => {
    const nothing = { ...commission, amount: 0 };
    const made = commissionEntry(undefined, nothing, at);
    const approval = commissionEntry(nothing, { ...nothing, status: 'approved' }, at);
    expect([made.postings, made.commissions]).toEqual([[], { total: 1, pending: 1 }]);
    expect([approval.postings, approval.commissions]).toEqual([[], { pending: -1, approved: 1 }]);
    expect(
      [made, approval].map((entry) => [isBalanced(entry), storedEntry.safeParse(entry).success]),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  test.each(cases)(
    'when it %s, is balanced and moves what was earned',
    (_, before, after, kind, postings, earned, counts) => {
      const entry = commissionEntry(before, after, at);
      expect(entry.kind).toBe(kind);
      expect(Object.fromEntries(entry.postings.map(({ account, amount }) => [account, amount]))).toEqual(
        postings,
      );
      expect(isBalanced(entry)).toBe(true);
      expect(storedEntry.parse(entry)).toEqual(entry);
      const moves = deltasOf(entry);
      expect(moves.affiliate).toEqual({ totalRevenue: 0, totalOrders: 0, commissionEarned: earned });
      expect([moves.campaign.totalRevenue, moves.discount]).toEqual([0, { usageCount: 0, totalRevenue: 0 }]);
      expect(moves.commissions).toEqual(counts);
    },
  );
});

test('an entry that does not add up to nothing is not balanced', () => {
  expect(
    isBalanced({
      postings: [
        { account: 'sales', amount: -1 },
        { account: 'customers', amount: 2 },
      ],
    }),
  ).toBe(false);
  expect(isBalanced({ postings: [...transfer('sales', 'customers', 100)] })).toBe(true);
});

test('an entry that says of something that it moves by nothing is read like one that does not', () => {
  const entry = commissionEntry(commission, { ...commission, status: 'approved' }, at);
  const postings = [{ account: 'commissions' as const, amount: 0 }, ...entry.postings];
  const old = storedEntry.parse({ ...entry, postings, commissions: { total: 0, ...entry.commissions } });
  expect(isBalanced(old)).toBe(true);
  expect([deltasOf(old).affiliate, deltasOf(old).campaign]).toEqual([
    deltasOf(entry).affiliate,
    deltasOf(entry).campaign,
  ]);
  expect(sumDeltas([deltasOf(old).commissions])).toEqual(entry.commissions);
});
