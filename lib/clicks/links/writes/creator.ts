// Builds the check of the creator of a new link.
import { creatorNotActive } from '#lib/clicks/links/rules/creator-not-active.ts';
import type { Link } from '#lib/clicks/links/schema/stored.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { isBeingRemoved, notBeingRemoved } from '#lib/program/affiliates/rules/removal-mark.ts';
import { creatorMustBeKnown } from '#lib/program/affiliates/writes/known.ts';

/** A brand can prepare links of any creator. A creator could be paused after the request was authenticated. */
export function creatorMust({ brandId, affiliateId }: Link, byCreator = false): Write {
  const key = keys.item(brandId, 'affiliate', affiliateId);
  if (!byCreator) return creatorMustBeKnown({ brandId, affiliateId }, 'the creator gets no link');
  return {
    kind: 'check',
    key,
    condition: `#status = :active AND ${notBeingRemoved}`,
    values: { active: 'active' },
    refused: (creator) =>
      isBeingRemoved(creator) ? staleWrite() : creatorNotActive(String(creator?.status ?? 'deleted')),
  };
}
