// Declares the items that this domain stores.
import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { termsOwnerIn } from '#lib/foundation/table/keys/terms-keys.ts';
import { groupName } from '#lib/program/affiliates/schema/group.ts';
import { presentVersion } from '#lib/program/terms/present.ts';
import { storedVersion, type TermsVersion } from '#lib/program/terms/schema/version.ts';

function typeOf({ ownerId }: TermsVersion): RecordedType {
  if (isIdOf('affiliate', ownerId)) return 'affiliate.terms_updated';
  if (isIdOf('campaign', ownerId)) return 'campaign.terms_updated';
  return groupName.safeParse(ownerId).success ? 'affiliate.group_terms_updated' : 'settings.terms_updated';
}

export const termsItems = {
  terms: {
    description: 'Version of the terms of a brand, campaign, creator or group',
    example: keys.terms(sample.brand, 'cmp_01', '2026-11-22T09:30:00.000Z'),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
    events: recorded({
      schema: storedVersion,
      present: (version, { brand }) => presentVersion(version, brand.currency),
      resourceIdOf: ({ sk }) => termsOwnerIn(sk),
      created: typeOf,
      changed: (_, after) => typeOf(after),
    }),
  },
  affiliateGroup: {
    description: 'Group of creators that has terms, whose revision orders their changes',
    example: keys.affiliateGroup(sample.brand, 'vip'),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
} satisfies StoredItems;
