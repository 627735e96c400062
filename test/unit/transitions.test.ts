// Tests the status transitions of creators, campaigns and commissions as properties of every sequence.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import * as commissions from '#lib/money/commissions/rules/status.ts';
import { type CommissionStatus, commissionStatus } from '#lib/money/commissions/schema/commission.ts';
import * as payoutCommissions from '#lib/money/payouts/rules/commissions.ts';
import * as affiliates from '#lib/program/affiliates/rules/status.ts';
import { type AffiliateStatus, affiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import * as campaigns from '#lib/program/campaigns/rules/campaign.ts';
import { type CampaignStatus, campaignStatus } from '#lib/program/campaigns/schema.ts';
import { someCommission } from '#test/support/commissions.ts';

type Code = 'allowed' | string;

/** Returns `allowed` or the kind of the check's error. */
function outcomeOf(check: () => void): Code {
  try {
    check();
    return 'allowed';
  } catch (error) {
    return Object(error).kind;
  }
}

const sumOf = (moves: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const move of moves) {
    for (const [field, by] of Object.entries(move)) sums[field] = (sums[field] ?? 0) + by;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};

describe('a creator status', () => {
  const statuses = affiliateStatus.options;
  const anyStatus = fc.constantFrom(...statuses);
  const anyRole = fc.constantFrom('admin' as const, 'member' as const);
  const hasPlace = (status: AffiliateStatus): boolean => !['banned', 'applied', 'declined'].includes(status);

  test('a creator status can be changed by an admin whenever a member may change it, and only an admin may lift a ban', () => {
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

  test('a creator status can change to banned from every other status, and never back to invited', () => {
    fc.assert(
      fc.property(anyStatus, anyRole, (from, role) => {
        expect(outcomeOf(() => affiliates.checkStatusChange(from, 'banned', role))).toBe('allowed');
        const again = outcomeOf(() => affiliates.checkStatusChange(from, 'invited', role));
        expect(again).toBe(from === 'invited' ? 'allowed' : 'conflict');
      }),
    );
  });

  test('a creator is counted once, under the last status, after any sequence of status changes', () => {
    fc.assert(
      fc.property(anyStatus, fc.array(anyStatus, { maxLength: 20 }), (first, tries) => {
        let status: AffiliateStatus = first;
        const moves: Readonly<Record<string, number>>[] = [affiliates.countsForStatus(first)];
        for (const to of tries) {
          const outcome = outcomeOf(() => affiliates.checkStatusChange(status, to, 'admin'));
          if (outcome !== 'allowed' || to === status) continue;
          moves.push(affiliates.countChanges(status, to));
          status = to;
        }
        expect(sumOf(moves)).toEqual({ total: 1, [status]: 1, ...(hasPlace(status) && { used: 1 }) });
      }),
    );
  });

  test('allows a creator to earn only while it is invited or active', () => {
    expect(statuses.filter(affiliates.earns)).toEqual(['invited', 'active']);
  });
});

describe('a campaign status', () => {
  const anyStatus = fc.constantFrom(...campaignStatus.options);

  test('never changes after ended, and never changes back to draft', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        const outcome = outcomeOf(() => campaigns.checkStatusChange(from, to));
        if (from !== to && (from === 'ended' || to === 'draft')) expect(outcome).toBe('conflict');
        if (from === to) expect(outcome).toBe('allowed');
      }),
    );
  });

  test('a campaign is counted once, under its last status, after any sequence of status changes', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { maxLength: 20 }), (tries) => {
        let status: CampaignStatus = 'draft';
        const moves: Readonly<Record<string, number>>[] = [campaigns.countsForStatus(status)];
        for (const to of tries) {
          const from: CampaignStatus = status;
          if (to === from || outcomeOf(() => campaigns.checkStatusChange(from, to)) !== 'allowed') continue;
          moves.push(campaigns.countChanges(from, to));
          status = to;
        }
        expect(sumOf(moves)).toEqual({ total: 1, [status]: 1, ...(status !== 'ended' && { open: 1 }) });
      }),
    );
  });

  test('`checkDates` rejects an end date before the start date', () => {
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

describe('a commission status', () => {
  const statuses = commissionStatus.options;

  test('allows exactly seven transitions', () => {
    const transitions = statuses.flatMap((from) =>
      statuses
        .filter((to) => to !== from && outcomeOf(() => commissions.checkStatusChange(from, to)) === 'allowed')
        .map((to) => `${from} → ${to}`),
    );
    expect(transitions).toEqual([
      'pending → approved',
      'pending → rejected',
      'pending → reversed',
      'approved → pending',
      'approved → paid',
      'approved → rejected',
      'approved → reversed',
    ]);
  });

  test('a commission status can be set to its current value', () => {
    for (const status of statuses) {
      expect(outcomeOf(() => commissions.checkStatusChange(status, status))).toBe('allowed');
    }
  });

  test('becomes paid only through a payout that has claimed the commission', () => {
    const at = new Date('2026-03-01T12:00:00.000Z');
    const payoutId = newId('payout', at);
    const ids = { brandId: newId('brand', at), affiliateId: newId('affiliate', at) };
    const commissionIn = (status: CommissionStatus, of: string | null) =>
      someCommission({ ...ids, status, payoutId: of }, at);
    const free = commissionIn('approved', null);
    const claimed = payoutCommissions.claimCommission(free, payoutId);
    expect(payoutCommissions.releaseCommission(claimed)).toEqual(free);
    const claimable = [null, payoutId].flatMap((of) =>
      statuses
        .filter((status) => payoutCommissions.isClaimable(commissionIn(status, of)))
        .map((status) => [status, of]),
    );
    expect(claimable).toEqual([['approved', null]]);
    expect(
      statuses.filter((status) => payoutCommissions.isClaimedBy(commissionIn(status, payoutId), payoutId)),
    ).toEqual(['approved']);
    expect(payoutCommissions.isClaimedBy(claimed, newId('payout', at))).toBe(false);
    expect(payoutCommissions.payCommission(claimed, at.toISOString())).toMatchObject({
      status: 'paid',
      payoutId,
    });
    for (const status of ['pending', 'rejected', 'reversed'] as const) {
      expect(
        outcomeOf(() => payoutCommissions.payCommission(commissionIn(status, payoutId), at.toISOString())),
      ).toBe('conflict');
    }
  });

  test('counts as earned unless it is rejected or reversed', () => {
    expect(statuses.filter(commissions.isEarned)).toEqual(['pending', 'approved', 'paid']);
  });
});
