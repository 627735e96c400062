// Judges the attribution of a recorded order again: by its references, or as a person decides.
import type { OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Receipt } from '#lib/money/conversions/schema/receipt.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import { attribute, type Candidate, ranking } from './attribution.ts';

export interface Judgement {
  readonly receipt: Receipt;
  readonly creator: Affiliate | undefined;
  readonly campaign: Campaign | undefined;
  readonly discountId: string | null;
  /** The terms of the creator, the campaign and the brand, if they were read with the candidates. */
  readonly ownTerms?: readonly OwnTerms[] | undefined;
}

/** The decision of a person. Undefined for no creator. */
export interface Decision {
  readonly creator: Affiliate | undefined;
}

export function judge(candidates: readonly Candidate[], orderedAt: Date): Judgement {
  const { receipt, winner } = attribute(candidates, orderedAt);
  return {
    receipt,
    creator: winner?.affiliate,
    campaign: winner?.campaign,
    discountId: winner?.discountId ?? null,
    ownTerms: winner?.ownTerms,
  };
}

const rankOf = (source: Receipt['winner']): number =>
  source === null || source === 'manual' ? ranking.length : ranking.indexOf(source);

/** The service forgets clicks after their retention, and erased customers. It never forgets who had a code at which time. */
const forgettable: readonly Receipt['winner'][] = ['click', 'customer'];

/** The reference that has won is still named, but cannot be found any more. */
function isForgotten({ receipt: { winner, candidates } }: Conversion, judged: Receipt): boolean {
  const won = candidates.find(({ outcome }) => outcome === 'won');
  if (won === undefined || !forgettable.includes(winner) || rankOf(judged.winner) < rankOf(winner))
    return false;
  const again = judged.candidates.find(
    ({ source, reference }) => source === winner && reference === won.reference,
  );
  return again?.reason === 'unknownReference';
}

/** Judges a recorded order again. `present` is its attribution until now. */
export function judgeAgain(
  before: Conversion,
  candidates: readonly Candidate[],
  orderedAt: Date,
  present: Judgement,
): Judgement {
  const judged = judge(candidates, orderedAt);
  if (isForgotten(before, judged.receipt)) return present;
  const isSame =
    judged.creator?.id === before.affiliateId && judged.campaign?.id === (before.campaignId ?? undefined);
  // A code that was deleted since has no discount any more, but the order keeps it.
  const keepsDiscount = isSame && judged.receipt.winner === 'discountCode' && judged.discountId === null;
  return keepsDiscount ? { ...judged, discountId: before.discountId } : judged;
}

/** The campaign and the discount code apply if a reference of the chosen creator has them. */
export function decide(candidates: readonly Candidate[], orderedAt: Date, { creator }: Decision): Judgement {
  const { receipt } = attribute(candidates, orderedAt);
  const own =
    creator === undefined ? undefined : candidates.find(({ affiliate }) => affiliate?.id === creator.id);
  return {
    receipt: {
      ...receipt,
      attribution: creator === undefined ? 'removed' : 'attributed',
      winner: 'manual',
      candidates: receipt.candidates.map((candidate) => ({
        ...candidate,
        outcome: 'lost',
        reason: candidate.reason ?? 'outranked',
      })),
    },
    creator,
    campaign: own?.campaign,
    // A code without a use left can attribute the order, but not count it.
    discountId: own === undefined || own.codeObstacle === 'codeUsedUp' ? null : own.discountId,
  };
}

export const withJudgement = (
  before: Conversion,
  { receipt, creator, campaign, discountId }: Judgement,
): Conversion => ({
  ...before,
  receipt,
  affiliateId: creator?.id ?? null,
  campaignId: campaign?.id ?? null,
  discountId,
});
