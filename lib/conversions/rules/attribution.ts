// Whom an order is attributed to: of all that it names the first that may win, and for each of the others why not.
import { earns } from '#lib/affiliates/rules/status.ts';
import type { Affiliate } from '#lib/affiliates/schema.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import type { CandidateSource, LossReason, Receipt } from '#lib/conversions/schema/receipt.ts';
import { daysInSeconds } from '#lib/shared/dates.ts';
import type { OwnReason } from '#lib/tracking/rules/click-kinds.ts';

/** Part of every receipt: a rule that changes gets another number, and old receipts can still be understood. */
const rulesVersion = 2;

/** From the one that counts most: a code that was typed in, a click that was made, a name that was mentioned. */
export const ranking = [
  'discountCode',
  'click',
  'trackingCode',
] as const satisfies readonly CandidateSource[];

/** Something that an order names, and what it leads to. */
export interface Candidate {
  readonly source: CandidateSource;
  /** As it was sent. */
  readonly reference: string;
  readonly affiliate: Affiliate | undefined;
  readonly campaign: Campaign | undefined;
  readonly discountId: string | null;
  readonly click: {
    /** Epoch milliseconds. */
    readonly at: number;
    /** Why it does not count; null where it does. */
    readonly filtered: OwnReason | null;
    /** The days that an order may come after it. */
    readonly windowDays: number;
  } | null;
}

/** Clocks of shops differ: an order may seem to be so much older than its click, or younger than now. */
export const skewMilliseconds = 5 * 60_000;

function isOutside({ at, windowDays }: NonNullable<Candidate['click']>, occurredAt: Date): boolean {
  const age = occurredAt.getTime() - at;
  return age < -skewMilliseconds || age > windowDays * daysInSeconds * 1000;
}

function obstacleOf({ affiliate, click }: Candidate, occurredAt: Date): LossReason | null {
  if (affiliate === undefined) return 'unknownReference';
  if (!earns(affiliate.status)) return 'creatorInactive';
  if (click === null) return null;
  if (click.filtered !== null) return 'notCounted';
  return isOutside(click, occurredAt) ? 'outsideWindow' : null;
}

export interface Verdict {
  readonly receipt: Receipt;
  readonly winner: Candidate | undefined;
}

/** `candidates` in the order of their ranks. */
export function attribute(candidates: readonly Candidate[], occurredAt: Date): Verdict {
  const judged = candidates.map((candidate) => ({ candidate, obstacle: obstacleOf(candidate, occurredAt) }));
  const winner = judged.find(({ obstacle }) => obstacle === null)?.candidate;
  const first = judged[0]?.obstacle;
  return {
    winner,
    receipt: {
      rulesVersion,
      attribution: winner === undefined ? reasonOf(first) : 'attributed',
      winner: winner?.source ?? null,
      candidates: judged.map(({ candidate, obstacle }) => ({
        source: candidate.source,
        reference: candidate.reference,
        affiliateId: candidate.affiliate?.id ?? null,
        campaignId: candidate.campaign?.id ?? null,
        clickedAt: candidate.click === null ? null : new Date(candidate.click.at).toISOString(),
        windowDays: candidate.click?.windowDays ?? null,
        filtered: candidate.click?.filtered ?? null,
        outcome: candidate === winner ? 'won' : 'lost',
        reason: candidate === winner ? null : (obstacle ?? 'outranked'),
      })),
    },
  };
}

/** Of an order without a creator: why its first candidate lost. Nothing can be outranked where nothing won. */
const reasonOf = (first: LossReason | null | undefined): Receipt['attribution'] =>
  first === undefined || first === null || first === 'outranked' ? 'noReference' : first;
