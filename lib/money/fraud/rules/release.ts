// Decides which held commissions the dismissal of a finding about a creator releases.
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { FraudFinding } from '#lib/money/fraud/schema/finding.ts';
import { released } from './decide.ts';

const isOfCreator = ({ conversionId }: FraudFinding): boolean => conversionId === null;

/** A finding about a discount code holds only the orders with the code. */
const hasHeld = ({ hits, createdAt }: FraudFinding, { hold, discountId }: Commission): boolean =>
  hold !== null &&
  hold.since >= createdAt &&
  hits.some((hit) => hit.action === 'hold' && (hit.discountId === null || hit.discountId === discountId));

/** A confirmed finding keeps its commissions held until somebody decides about them. */
const keepsHeld = (finding: FraudFinding, commission: Commission): boolean =>
  finding.status !== 'dismissed' &&
  isOfCreator(finding) &&
  hasHeld(finding, commission) &&
  (finding.decidedAt === null || (commission.hold?.since ?? '') <= finding.decidedAt);

export const releasesHeld = (finding: FraudFinding | undefined): finding is FraudFinding =>
  finding?.status === 'dismissed' &&
  isOfCreator(finding) &&
  finding.hits.some(({ action }) => action === 'hold');

interface ReleaseFacts {
  readonly finding: FraudFinding;
  /** All findings about the creator. */
  readonly findings: readonly FraudFinding[];
  /** The finding about the order of the commission. */
  readonly ofOrder: FraudFinding | undefined;
}

/** Returns the same object for a commission that does not change. */
export function releaseHeld(
  before: Commission,
  { finding, findings, ofOrder }: ReleaseFacts,
  now: Date,
): Commission {
  const isHeld =
    before.status === 'pending' && before.hold?.reason === 'fraudRule' && hasHeld(finding, before);
  const isKept = ofOrder?.status === 'open' || findings.some((other) => keepsHeld(other, before));
  return isHeld && !isKept ? released(before, finding.decidedBy ?? finding.id, now) : before;
}
