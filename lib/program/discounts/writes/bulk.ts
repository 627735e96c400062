// Divides many new discount codes into transactions and builds their writes.

import { transactionLimit, type Write } from '#lib/foundation/table/writes/write.ts';
import { creatorMustBeKnown } from '#lib/program/affiliates/writes/known.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import { incrementAffiliateDiscounts, incrementDiscounts, pausedIn } from './counts.ts';
import { countNewMembers, noCode, putDiscount, putNewMember } from './discount.ts';

/** Names the membership of a creator in a campaign. */
export const membershipOf = ({ affiliateId, campaignId }: Discount): string => `${affiliateId} ${campaignId}`;

/**
 * Counts two writes per discount and one per external id, two per creator, one per campaign and membership, one for the brand's counter, one for the idempotency
 * key.
 */
const countWrites = (discounts: readonly Discount[]): number =>
  2 * discounts.length +
  discounts.filter(({ externalId }) => externalId !== null).length +
  2 * new Set(discounts.map(({ affiliateId }) => affiliateId)).size +
  new Set(discounts.map(({ campaignId }) => campaignId)).size +
  new Set(discounts.filter(({ campaignId }) => campaignId !== null).map(membershipOf)).size +
  2;

/** Puts the discounts of one creator into the same batch if possible, so that few batches conflict on the counter of a creator. */
export function toBatches(discounts: readonly Discount[]): readonly (readonly Discount[])[] {
  const batches: Discount[][] = [];
  for (const discount of discounts.toSorted((one, other) =>
    one.affiliateId.localeCompare(other.affiliateId),
  )) {
    const last = batches.at(-1);
    if (last !== undefined && countWrites([...last, discount]) <= transactionLimit) last.push(discount);
    else batches.push([discount]);
  }
  return batches;
}

interface BatchWrite {
  readonly write: Write;
  /** The discounts that fail if the write is refused. */
  readonly discounts: readonly Discount[];
  /** The membership that the write adds. A refusal means that another request has added it meanwhile. */
  readonly membership?: string;
}

/** Makes the creators members of the campaigns of their codes, except those in `memberships`. */
export function addBatch(
  discounts: readonly Discount[],
  memberships: ReadonlySet<string>,
): readonly BatchWrite[] {
  const [first] = discounts;
  if (first === undefined) return [];
  const { brandId } = first;
  const byAffiliate = Map.groupBy(discounts, ({ affiliateId }) => affiliateId);
  const byCampaign = Map.groupBy(discounts, ({ campaignId }) => campaignId);
  return [
    ...discounts.flatMap((discount) =>
      putDiscount(discount).map((write) => ({ write, discounts: [discount] })),
    ),
    ...[...byAffiliate].flatMap(([affiliateId, own]) =>
      [
        creatorMustBeKnown({ brandId, affiliateId }, noCode),
        incrementAffiliateDiscounts(brandId, affiliateId, first.id, own.length, pausedIn(own)),
      ].map((write) => ({ write, discounts: own })),
    ),
    ...[...byCampaign].flatMap(([campaignId, own]) =>
      campaignId === null ? [] : joinInBatch(brandId, campaignId, own, memberships),
    ),
    { write: incrementDiscounts(brandId, first.id, discounts.length, pausedIn(discounts)), discounts },
  ];
}

function joinInBatch(
  brandId: string,
  campaignId: string,
  discounts: readonly Discount[],
  memberships: ReadonlySet<string>,
): readonly BatchWrite[] {
  const newcomers = discounts.filter((discount) => !memberships.has(membershipOf(discount)));
  const added = new Map(newcomers.map((discount) => [membershipOf(discount), discount]));
  return [
    { write: countNewMembers(brandId, campaignId, added.size), discounts },
    ...[...added].map(([membership, discount]) => ({
      write: putNewMember(brandId, campaignId, discount),
      discounts: [],
      membership,
    })),
  ];
}
