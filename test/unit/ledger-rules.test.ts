import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { deltasOf, isBalanced, sumDeltas, transfer } from '#lib/money/ledger/rules.ts';
import { storedEntry } from '#lib/money/ledger/schema.ts';
import { someCommission } from '#test/support/commissions.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const commission = someCommission(
  { brandId: newId('brand', at), affiliateId: newId('affiliate', at), amount: 499 },
  at,
);
const payoutId = newId('payout', at);
const hold = { reason: 'selfReferral', since: at.toISOString() } as const;
const commissionWith = (changes: Partial<Commission>): Commission => ({ ...commission, ...changes });

describe('commissionEntry', () => {
  const cases: readonly [string, Commission | undefined, Commission, string, object, number, object][] = [
    [
      'is created',
      undefined,
      commissionWith({}),
      'commission',
      { commissions: 499, pending: -499 },
      499,
      { total: 1, pending: 1 },
    ],
    [
      'is reduced by a refund',
      commissionWith({}),
      commissionWith({ amount: 400 }),
      'adjustment',
      { commissions: -99, pending: 99 },
      -99,
      {},
    ],
    [
      'is approved',
      commissionWith({}),
      commissionWith({ status: 'approved' }),
      'approval',
      { pending: 499, approved: -499 },
      0,
      { pending: -1, approved: 1 },
    ],
    ['is held', commissionWith({}), commissionWith({ hold }), 'hold', {}, 0, { held: 1 }],
    ['is released', commissionWith({ hold }), commissionWith({}), 'holdRelease', {}, 0, { held: -1 }],
    [
      'that is held is approved',
      commissionWith({ hold }),
      commissionWith({ status: 'approved' }),
      'approval',
      { pending: 499, approved: -499 },
      0,
      { pending: -1, approved: 1, held: -1 },
    ],
    [
      'is rejected',
      commissionWith({ status: 'approved' }),
      commissionWith({ status: 'rejected' }),
      'rejection',
      { commissions: -499, approved: 499 },
      -499,
      { approved: -1, rejected: 1 },
    ],
    [
      'is reversed',
      commissionWith({}),
      commissionWith({ status: 'reversed' }),
      'reversal',
      { commissions: -499, pending: 499 },
      -499,
      { pending: -1, reversed: 1 },
    ],
    [
      'is claimed by a payout',
      commissionWith({ status: 'approved' }),
      commissionWith({ status: 'approved', payoutId }),
      'payoutClaim',
      { approved: 499, inPayout: -499 },
      0,
      {},
    ],
    [
      'is released from a payout',
      commissionWith({ status: 'approved', payoutId }),
      commissionWith({ status: 'approved', payoutId: null }),
      'payoutRelease',
      { approved: -499, inPayout: 499 },
      0,
      {},
    ],
    [
      'is paid',
      commissionWith({ status: 'approved', payoutId }),
      commissionWith({ status: 'paid', payoutId }),
      'payout',
      { inPayout: 499, paid: -499 },
      0,
      { approved: -1, paid: 1 },
    ],
    [
      'is adjusted by a clawback',
      undefined,
      commissionWith({ amount: -100, status: 'approved', adjusts: commission.id }),
      'adjustment',
      { commissions: -100, approved: 100 },
      -100,
      { total: 1, approved: 1 },
    ],
  ];

  test('returns an entry with counts but without postings when the amount is 0', () => {
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
    'returns a balanced entry with the right earnings when a commission %s',
    (_, before, after, kind, postings, earned, counts) => {
      const entry = commissionEntry(before, after, at);
      expect(entry.kind).toBe(kind);
      expect(Object.fromEntries(entry.postings.map(({ account, amount }) => [account, amount]))).toEqual(
        postings,
      );
      expect(isBalanced(entry)).toBe(true);
      expect(storedEntry.parse(entry)).toEqual(entry);
      const moves = deltasOf(entry);
      const earnings = { totalRevenue: 0, totalOrders: 0, commissionEarned: earned };
      expect([moves.affiliate, moves.campaign]).toEqual([earnings, earnings]);
      expect(moves.discount).toEqual({ usageCount: 0, totalRevenue: 0 });
      expect(moves.commissions).toEqual(counts);
    },
  );
});

test('a ledger entry is balanced only if its postings add up to 0', () => {
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

test('a ledger entry that contains zeros has the same deltas as one without them', () => {
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
