// Attributes an order to its highest-ranked eligible candidate, and explains the result in a receipt.

import type { OwnReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
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

/** Each receipt stores the version of the rules that produced it. Increment the version when an attribution rule changes. */
const rulesVersion = 4;

export const ranking = [
  'discountCode',
  'click',
  'trackingCode',
] as const satisfies readonly CandidateSource[];

export interface Candidate {
  readonly source: CandidateSource;
  readonly reference: string;
  readonly affiliate: Affiliate | undefined;
  /** The campaign that earns with the order if the candidate wins. */
  readonly campaign: Campaign | undefined;
  readonly campaignReason: CampaignReason | null;
  readonly discountId: string | null;
  /** The terms of the owners of the winner's rate. Read after the attribution. */
  readonly ownTerms?: readonly OwnTerms[];
  readonly click: {
    /** The time of the click, in epoch milliseconds. */
    readonly at: number;
    readonly filtered: OwnReason | null;
    readonly windowDays: number;
  } | null;
}

/** The clock of a shop may differ by this much from the clock of this service. */
export const clockSkewMilliseconds = 5 * 60_000;

function isOutside({ at, windowDays }: NonNullable<Candidate['click']>, occurredAt: Date): boolean {
  const age = occurredAt.getTime() - at;
  return age < -clockSkewMilliseconds || age > windowDays * secondsPerDay * 1000;
}

/** Somebody opened the page after all if an order has the click of a prefetch or of a link preview. */
const isOpenedLater: ReadonlySet<OwnReason> = new Set(['prefetch', 'preview']);

function obstacleOf({ affiliate, click }: Candidate, occurredAt: Date): LossReason | null {
  if (affiliate === undefined) return 'unknownReference';
  if (!earns(affiliate.status)) return 'creatorInactive';
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
        outcome: candidate === winner ? 'won' : 'lost',
        reason: candidate === winner ? null : (obstacle ?? 'outranked'),
      })),
    },
  };
}

/** Returns why the first candidate lost, or `noReference` if there is none. It was not `outranked`, because no candidate won. */
const reasonWithoutWinner = (first: LossReason | null | undefined): Receipt['attribution'] =>
  first === undefined || first === null || first === 'outranked' ? 'noReference' : first;
