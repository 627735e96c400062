// Decides about a finding, and about the commission of its order.
import { checkTransition } from '#lib/foundation/shared/transitions.ts';
import { approve, reject, restore } from '#lib/money/commissions/rules/status.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { HoldReason } from '#lib/money/commissions/schema/hold.ts';
import type { FindingDecision } from '#lib/money/fraud/schema/endpoints.ts';
import type { FindingStatus, FraudFinding } from '#lib/money/fraud/schema/finding.ts';
import { fraudReason } from './reason.ts';

const transitions = {
  open: ['dismissed', 'confirmed'],
  dismissed: [],
  confirmed: [],
} as const satisfies Record<FindingStatus, readonly FindingStatus[]>;

const statusAfter = { dismiss: 'dismissed', confirm: 'confirmed' } as const;

export interface Decided extends Pick<FindingDecision, 'decision'> {
  readonly decidedBy: string;
}

/** Returns the same object for a repeated decision, so that the caller writes nothing. */
export function decideFinding(before: FraudFinding, { decision, decidedBy }: Decided, now: Date) {
  const status = statusAfter[decision];
  checkTransition('finding', transitions, before.status, status);
  if (before.status === status) return before;
  return { ...before, status, decidedBy, decidedAt: now.toISOString() };
}

type Holds = Pick<FraudFinding, 'hits'>;

const isOfFinding = (reason: HoldReason | undefined, { hits }: Holds): boolean =>
  reason === 'fraudRule' ||
  (reason === 'selfReferral' && hits.some(({ rule, match }) => rule === reason && match === 'mailbox'));

/** The automatic approval never looks back, so a commission whose hold period is over is approved by the decision. */
export function released(held: Commission, decidedBy: string, now: Date): Commission {
  const { eligibleAt } = held;
  return Date.parse(eligibleAt) > now.getTime() ? { ...held, hold: null } : approve(held, decidedBy, now);
}

function dismiss(before: Commission, finding: Holds, decidedBy: string, now: Date): Commission {
  const { status, hold, holdBefore, reason, amount } = before;
  if (status === 'pending') {
    return isOfFinding(hold?.reason, finding) ? released(before, decidedBy, now) : before;
  }
  if (status === 'reversed') {
    return isOfFinding(holdBefore?.reason, finding) ? { ...before, holdBefore: undefined } : before;
  }
  if (status !== 'rejected' || reason !== fraudReason || amount === 0) return before;
  const restored = restore(before, now, 'fraudRule');
  return isOfFinding(restored.hold?.reason, finding) ? released(restored, decidedBy, now) : restored;
}

/** A payout decides about its commissions alone, and an adjusted commission follows its adjustments. */
const mayBeRejected = ({ status, payoutId, isAdjusted, adjusts }: Commission): boolean =>
  (status === 'pending' || status === 'approved') && payoutId === null && adjusts === null && !isAdjusted;

/** Returns the same object for a commission that does not change. */
export const decideCommission = (
  before: Commission,
  finding: Holds,
  { decision, decidedBy }: Decided,
  now: Date,
): Commission => {
  if (decision === 'dismiss') return dismiss(before, finding, decidedBy, now);
  return mayBeRejected(before) ? reject(before, fraudReason) : before;
};
