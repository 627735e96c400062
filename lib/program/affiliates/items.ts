// Declares the items that this domain stores.

import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { fraudKeys } from '#lib/foundation/table/keys/fraud-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { searchKeys } from '#lib/foundation/table/keys/search-keys.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliatePersonalFields } from '#lib/program/affiliates/rules/personal-fields.ts';
import type { AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';

/** The event of a change to this status. */
const typesByStatus = {
  invited: 'affiliate.invited',
  active: 'affiliate.activated',
  paused: 'affiliate.paused',
  banned: 'affiliate.banned',
  applied: 'affiliate.applied',
  declined: 'affiliate.declined',
} as const satisfies Record<AffiliateStatus, RecordedType>;

export const affiliatesItems = {
  affiliate: {
    description: 'Creator',
    example: keys.item(sample.brand, 'affiliate', 'aff_01'),
    personal: 'C: name, e-mail address, profile, message of the application, metadata, external id',
    kept: kept.untilErased,
    erasure: affiliatePersonalFields,
    restore: 'restored',
    events: recorded({
      schema: storedAffiliate,
      present: (affiliate, { brand }) => presentAffiliate(affiliate, brand),
      derivedFields: ['totalRevenue', 'totalOrders', 'commissionEarned'],
      created: ({ status }) => typesByStatus[status],
      changed: (before, after) =>
        before.status === after.status ? 'affiliate.updated' : typesByStatus[after.status],
      deleted: 'affiliate.deleted',
    }),
  },
  affiliateEmail: {
    description: 'Claim of a creator’s e-mail address in a brand',
    example: keys.affiliateEmail(sample.brand, 'ada@example.test'),
    personal: 'C: e-mail address',
    kept: kept.untilErased,
    erasure: 'deleted',
    restore: 'restored',
  },
  mailbox: {
    description: 'Creator under the salted hash of the mailbox, which shows several accounts of one person',
    example: fraudKeys.mailbox(sample.brand, 'gQzQ4nWZ2Yk0qkqVt3sGJw', 'aff_01'),
    personal: 'C: salted hash of the mailbox',
    kept: kept.untilErased,
    erasure: 'deleted',
    restore: 'restored',
  },
  affiliateSearch: {
    description: 'Entry of a creator in the search by name or e-mail address',
    example: searchKeys.affiliateSearch(sample.brand, 'ada lovelace', 'aff_01'),
    personal: 'C: name, e-mail address',
    kept: kept.untilErased,
    erasure: 'deleted',
    restore: 'restored',
  },
  trackingCode: {
    description: 'Target of a tracking code, unique over all brands or, with a link prefix, in its brand',
    example: keys.trackingCode('ada'),
    personal: 'C: the public code',
    kept: '90 days after a ban, then until another creator takes it',
    erasure: 'stays as that of a banned creator',
    restore: null,
  },
  lostTrackingCode: {
    description:
      'Tracking code of a banned creator, by which orders from before its next owner are attributed',
    example: keys.lostTrackingCode(sample.brand, 'ada', '2026-11-01T09:30:00.000Z'),
    personal: 'C: the public code',
    kept: kept.untilBrandIsDeleted,
    erasure: 'stays',
    restore: 'restored',
  },
} satisfies StoredItems;
