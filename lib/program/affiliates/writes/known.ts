// Builds the check that a creator exists and is not erased. It guards the writes of items that belong to a creator.
import { conflict, type DomainError, unknownReference } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { isBeingRemoved, notBeingRemoved } from '#lib/program/affiliates/rules/removal-mark.ts';

interface Owned {
  readonly brandId: string;
  readonly affiliateId: string;
}

const unknownAffiliate = (): DomainError => unknownReference('affiliateId', 'affiliate');

/** Returns undefined for a creator who exists and is not erased. `consequence` ends a sentence, such as `the creator gets no link`. */
export function refusalOf(
  creator: Item | undefined,
  affiliateId: string,
  consequence: string,
): DomainError | undefined {
  if (creator === undefined) return unknownAffiliate();
  return creator.erasedRevision === undefined
    ? undefined
    : conflict('affiliate_erased', `The personal data of ${affiliateId} was erased, so ${consequence}`);
}

/** An erasure that has ended would miss the texts of a later item. Stale while the undo of an import decides about the creator. */
export const creatorMustBeKnown = ({ brandId, affiliateId }: Owned, consequence: string): Write => ({
  kind: 'check',
  key: keys.item(brandId, 'affiliate', affiliateId),
  condition: `attribute_exists(#pk) AND attribute_not_exists(#erasedRevision) AND ${notBeingRemoved}`,
  refused: (creator) => refusalOf(creator, affiliateId, consequence) ?? staleWrite(),
});

/** The same for items without personal data. */
export const creatorMustExist = ({ brandId, affiliateId }: Owned, unknown: () => Error): Write => ({
  kind: 'check',
  key: keys.item(brandId, 'affiliate', affiliateId),
  condition: `attribute_exists(#pk) AND ${notBeingRemoved}`,
  refused: (creator) => (isBeingRemoved(creator) ? staleWrite() : unknown()),
});
