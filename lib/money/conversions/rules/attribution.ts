// Attributes an order to its highest-ranked eligible candidate, and explains the result in a receipt.

import type { OwnReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import type { SubIds } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { valueAt } from '#lib/foundation/shared/past-values.ts';
import type { OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import type {
  CampaignReason,
  CandidateSource,
  LossReason,
  Receipt,
} from '#lib/money/conversions/schema/receipt.ts';
import { earns } from '#lib/program/affiliates/rules/status.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import type { CodeObstacle } from '#lib/program/discounts/rules/validity.ts';

/** Each receipt stores the version of the rules that produced it. Increment the version when an attribution rule changes. */
const rulesVersion = 6;

export const ranking = [
  'discountCode',
  'click',
  'trackingCode',
  'customer',
] as const satisfies readonly CandidateSource[];

export interface Candidate {
  readonly source: CandidateSource;
  readonly reference: string;
  readonly affiliate: Affiliate | undefined;
  /** The campaign that earns with the order if the candidate wins. */
  readonly campaign: Campaign | undefined;
  readonly campaignReason: CampaignReason | null;
  readonly discountId: string | null;
  /** Why the order may not use the discount code. */
  readonly codeObstacle: CodeObstacle | null;
  /** Allows an order from before the invitation of the creator. */
  readonly isImported?: true;
  /** The terms of the owners of the winner's rate. Read after the attribution. */
  readonly ownTerms?: readonly OwnTerms[];
  /** The link of the click, or whose slug the order names. */
  readonly linkId?: string | undefined;
  readonly click: {
    /** The time of the click, in epoch milliseconds. */
    readonly at: number;
    readonly filtered: OwnReason | null;
    readonly subIds?: SubIds | undefined;
    readonly windowDays: number;
  } | null;
  /** The interval in which the code belonged to the creator. Null for other references. */
  readonly validFrom: string | null;
  /** Null while the code belongs to the creator. */
  readonly validTo: string | null;
  /** Only for the creator of the customer. */
  readonly binding?: BindingPeriod | undefined;
}

export interface BindingPeriod {
  /** The conversion that bound the customer. */
  readonly boundBy: string;
  readonly boundAt: string;
  /** The first instant whose orders are too late, or null. */
  readonly boundUntil: string | null;
}

/** The clock of a shop may differ by this much from the clock of this service. */
export const clockSkewMilliseconds = 5 * 60_000;

/** Allows for the clock skew, because a shop may report the first order by a new code or creator with an earlier time. */
export const hasBegun = (from: string, at: Date): boolean =>
  at.getTime() >= Date.parse(from) - clockSkewMilliseconds;

function isOutside({ at, windowDays }: NonNullable<Candidate['click']>, occurredAt: Date): boolean {
  const age = occurredAt.getTime() - at;
  return age < -clockSkewMilliseconds || age > windowDays * secondsPerDay * 1000;
}

/** Somebody opened the page after all if an order has the click of a prefetch or of a link preview. */
const isOpenedLater: ReadonlySet<OwnReason> = new Set(['prefetch', 'preview']);

const isOver = (binding: BindingPeriod | undefined, occurredAt: Date): boolean =>
  typeof binding?.boundUntil === 'string' && occurredAt.getTime() >= Date.parse(binding.boundUntil);

function obstacleOf(candidate: Candidate, occurredAt: Date): LossReason | null {
  const { affiliate, codeObstacle, binding, click } = candidate;
  if (affiliate === undefined) return 'unknownReference';
  if (!candidate.isImported && !hasBegun(affiliate.createdAt, occurredAt)) return 'creatorNotYetInvited';
  if (!earns(valueAt(affiliate.pastStatuses, affiliate.status, occurredAt).value)) return 'creatorInactive';
  if (codeObstacle !== null) return codeObstacle;
  if (isOver(binding, occurredAt)) return 'durationOver';
  if (click === null) return null;
  if (click.filtered !== null && !isOpenedLater.has(click.filtered)) return 'notCounted';
  return isOutside(click, occurredAt) ? 'outsideWindow' : null;
}

export interface AttributionResult {
  readonly receipt: Receipt;
  readonly winner: Candidate | undefined;
}

/** `candidates` must be sorted by rank. */
export function attribute(candidates: readonly Candidate[], occurredAt: Date): AttributionResult {
  const judged = candidates.map((candidate) => ({ candidate, obstacle: obstacleOf(candidate, occurredAt) }));
  const winner = judged.find(({ obstacle }) => obstacle === null)?.candidate;
  const first = judged[0]?.obstacle;
  return {
    winner,
    receipt: {
      rulesVersion,
      attribution: winner === undefined ? reasonWithoutWinner(first) : 'attributed',
      winner: winner?.source ?? null,
      candidates: judged.map(({ candidate, obstacle }) => ({
        source: candidate.source,
        reference: candidate.reference,
        affiliateId: candidate.affiliate?.id ?? null,
        campaignId: candidate.campaign?.id ?? null,
        campaignReason: candidate.campaignReason,
        clickedAt: candidate.click === null ? null : new Date(candidate.click.at).toISOString(),
        windowDays: candidate.click?.windowDays ?? null,
        filtered: candidate.click?.filtered ?? null,
        subIds: candidate.click?.subIds ?? null,
        linkId: candidate.linkId ?? null,
        validFrom: candidate.validFrom,
        validTo: candidate.validTo,
        boundAt: candidate.binding?.boundAt ?? null,
        boundUntil: candidate.binding?.boundUntil ?? null,
        outcome: candidate === winner ? 'won' : 'lost',
        reason: candidate === winner ? null : (obstacle ?? 'outranked'),
      })),
    },
  };
}

/** Returns why the first candidate lost, or `noReference` if there is none. It was not `outranked`, because no candidate won. */
const reasonWithoutWinner = (first: LossReason | null | undefined): Receipt['attribution'] =>
  first === undefined || first === null || first === 'outranked' ? 'noReference' : first;
