// The rules of statuses, as properties of every way through them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as affiliates from '#lib/affiliates/rules/status.ts';
import { type AffiliateStatus, affiliateStatus } from '#lib/affiliates/schema.ts';
import * as campaigns from '#lib/campaigns/rules.ts';
import { type CampaignStatus, campaignStatus } from '#lib/campaigns/schema.ts';
import * as commissions from '#lib/commissions/rules/status.ts';
import { type CommissionStatus, commissionStatus } from '#lib/commissions/schema/commission.ts';
import * as payoutCommissions from '#lib/payouts/rules/commissions.ts';
import { newId } from '#lib/shared/ids.ts';
import { someCommission } from '#test/support/commissions.ts';

type Code = 'allowed' | string;

/** What a check says: that it is allowed, or the code of its refusal. */
function outcomeOf(check: () => void): Code {
  try {
    check();
    return 'allowed';
  } catch (error) {
    return Object(error).code;
  }
}

const sumOf = (moves: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const move of moves) {
    for (const [field, by] of Object.entries(move)) sums[field] = (sums[field] ?? 0) + by;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};

describe('a creator', () => {
  const statuses = affiliateStatus.options;
  const anyStatus = fc.constantFrom(...statuses);
  const anyRole = fc.constantFrom('admin' as const, 'member' as const);

  test('may be sent by a member nowhere an admin may not send it', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        const [admin, member] = (['admin', 'member'] as const).map((role) =>
          outcomeOf(() => affiliates.checkStatusChange(from, to, role)),
        );
        expect(admin).not.toBe('forbidden');
        if (member === 'allowed') expect(admin).toBe('allowed');
        if (member === 'forbidden') expect([from, to, admin]).toEqual(['banned', 'active', 'allowed']);
      }),
    );
  });

  test('can always be banned, and is never invited again', () => {
    fc.assert(
      fc.property(anyStatus, anyRole, (from, role) => {
        expect(outcomeOf(() => affiliates.checkStatusChange(from, 'banned', role))).toBe('allowed');
        const again = outcomeOf(() => affiliates.checkStatusChange(from, 'invited', role));
        expect(again).toBe(from === 'invited' ? 'allowed' : 'conflict');
      }),
    );
  });

  test('counts on any way through the statuses as what it has become', () => {
    fc.assert(
      fc.property(anyStatus, fc.array(anyStatus, { maxLength: 20 }), (first, tries) => {
        let status: AffiliateStatus = first;
        const moves: Readonly<Record<string, number>>[] = [affiliates.countsOf(first)];
        for (const to of tries) {
          const outcome = outcomeOf(() => affiliates.checkStatusChange(status, to, 'admin'));
          if (outcome !== 'allowed' || to === status) continue;
          moves.push(affiliates.countMoves(status, to));
          status = to;
        }
        expect(sumOf(moves)).toEqual({ total: 1, [status]: 1, ...(status !== 'banned' && { used: 1 }) });
      }),
    );
  });

  test('earns while it is invited or active', () => {
    expect(statuses.filter(affiliates.earns)).toEqual(['invited', 'active']);
  });
});

describe('a campaign', () => {
  const anyStatus = fc.constantFrom(...campaignStatus.options);

  test('never leaves the end, and never becomes a draft again', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        const outcome = outcomeOf(() => campaigns.checkStatusChange(from, to));
        if (from !== to && (from === 'ended' || to === 'draft')) expect(outcome).toBe('conflict');
        if (from === to) expect(outcome).toBe('allowed');
      }),
    );
  });

  test('counts on any way through the statuses as what it has become', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { maxLength: 20 }), (tries) => {
        let status: CampaignStatus = 'draft';
        const moves: Readonly<Record<string, number>>[] = [campaigns.countsOf(status)];
        for (const to of tries) {
          const from: CampaignStatus = status;
          if (to === from || outcomeOf(() => campaigns.checkStatusChange(from, to)) !== 'allowed') continue;
          moves.push(campaigns.countMoves(from, to));
          status = to;
        }
        expect(sumOf(moves)).toEqual({ total: 1, [status]: 1, ...(status !== 'ended' && { open: 1 }) });
      }),
    );
  });

  test('has an end that is not before its start, where it has both', () => {
    const anyDay = fc.constantFrom('2026-01-01', '2026-01-02', '2026-12-31', '2027-01-01', null);
    fc.assert(
      fc.property(anyDay, anyDay, (startDate, endDate) => {
        const wrong = startDate !== null && endDate !== null && Date.parse(endDate) < Date.parse(startDate);
        expect(outcomeOf(() => campaigns.checkDates({ startDate, endDate }))).toBe(
          wrong ? 'invalid' : 'allowed',
        );
      }),
    );
  });
});

describe('a commission', () => {
  const statuses = commissionStatus.options;

  test('goes only the ways there are', () => {
    const ways = statuses.flatMap((from) =>
      statuses
        .filter((to) => to !== from && outcomeOf(() => commissions.checkStatusChange(from, to)) === 'allowed')
        .map((to) => `${from} → ${to}`),
    );
    expect(ways).toEqual([
      'pending → approved',
      'pending → rejected',
      'pending → reversed',
      'approved → paid',
      'approved → rejected',
      'approved → reversed',
    ]);
  });

  test('may stay what it is', () => {
    for (const status of statuses) {
      expect(outcomeOf(() => commissions.checkStatusChange(status, status))).toBe('allowed');
    }
  });

  test('is paid out of a payout, and by no other way', () => {
    const at = new Date('2026-03-01T12:00:00.000Z');
    const payoutId = newId('payout', at);
    const ids = { brandId: newId('brand', at), affiliateId: newId('affiliate', at) };
    const standing = (status: CommissionStatus, of: string | null) =>
      someCommission({ ...ids, status, payoutId: of }, at);
    const free = standing('approved', null);
    const taken = payoutCommissions.claimCommission(free, payoutId);
    expect(payoutCommissions.releaseCommission(taken)).toEqual(free);
    const claimable = [null, payoutId].flatMap((of) =>
      statuses
        .filter((status) => payoutCommissions.isClaimable(standing(status, of)))
        .map((status) => [status, of]),
    );
    expect(claimable).toEqual([['approved', null]]);
    expect(
      statuses.filter((status) => payoutCommissions.isClaimedBy(standing(status, payoutId), payoutId)),
    ).toEqual(['approved']);
    expect(payoutCommissions.isClaimedBy(taken, newId('payout', at))).toBe(false);
    expect(payoutCommissions.payCommission(taken, at.toISOString())).toMatchObject({
      status: 'paid',
      payoutId,
    });
    for (const status of ['pending', 'rejected', 'reversed'] as const) {
      expect(
        outcomeOf(() => payoutCommissions.payCommission(standing(status, payoutId), at.toISOString())),
      ).toBe('conflict');
    }
  });

  test('is earned until it is rejected or reversed', () => {
    expect(statuses.filter(commissions.isEarned)).toEqual(['pending', 'approved', 'paid']);
  });
});
