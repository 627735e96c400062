// Decides which creators a payout pays, and why it would be empty. docs/decisions/0033

import type { EmptyReason, ExclusionReason } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import type { Affiliate, AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';

type Amount = Pick<Line, 'amount'>;
type Minimum = Pick<Payout, 'minimum'>;

/** Whether the amount is sufficient. The creator may still be excluded. */
export const isPayable = ({ amount }: Amount, { minimum }: Minimum): boolean =>
  amount > 0 && amount >= minimum;

export const isBelowMinimum = ({ amount }: Amount, { minimum }: Minimum): boolean =>
  amount > 0 && amount < minimum;

/** Returns null for a creator who is paid. Paused creators are paid, because they have earned their commissions. */
export function exclusionOf(
  status: AffiliateStatus,
  { includeBanned }: Pick<Payout, 'includeBanned'>,
): Exclude<ExclusionReason, 'excluded' | 'noPayoutDetails'> | null {
  if (status === 'invited' || status === 'applied' || status === 'declined') return status;
  return status === 'banned' && !includeBanned ? 'banned' : null;
}

export function emptyReasonOf(found: {
  readonly excludedCount: number;
  readonly hasBelowMinimum: boolean;
}): EmptyReason {
  if (found.excludedCount > 0) return 'creatorsExcluded';
  return found.hasBelowMinimum ? 'belowMinimum' : 'nothingOwed';
}

type PaidCreator = Pick<Affiliate, 'name' | 'email' | 'status'> & { readonly hasDetails: boolean };

export interface LineDecision {
  readonly line: Line;
  readonly outcome: 'paid' | 'excluded' | 'belowMinimum' | 'notOwed';
}

/** `creators` must contain the creators of all lines whose amount is sufficient. */
export function decideLine(
  line: Line,
  payout: Pick<Payout, 'minimum' | 'includeBanned' | 'excludeAffiliateIds'>,
  creators: ReadonlyMap<string, PaidCreator>,
): LineDecision {
  if (!isPayable(line, payout)) {
    return { line, outcome: isBelowMinimum(line, payout) ? 'belowMinimum' : 'notOwed' };
  }
  const creator = creators.get(line.affiliateId);
  if (creator === undefined) throw new Error(`The creator ${line.affiliateId} of a payout line is unknown`);
  const { name, email, status, hasDetails } = creator;
  const isNamed = payout.excludeAffiliateIds?.includes(line.affiliateId) ?? false;
  const reason = isNamed
    ? 'excluded'
    : (exclusionOf(status, payout) ?? (hasDetails ? null : 'noPayoutDetails'));
  return { line: { ...line, name, email, reason }, outcome: reason === null ? 'paid' : 'excluded' };
}
