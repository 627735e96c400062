// Declares the items that this domain stores.

import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentCampaign } from '#lib/program/campaigns/present.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';

/** The event of a change to this status. */
const typesByStatus = {
  draft: 'campaign.updated',
  active: 'campaign.activated',
  paused: 'campaign.paused',
  ended: 'campaign.ended',
} as const satisfies Record<Campaign['status'], RecordedType>;

export const campaignsItems = {
  campaign: {
    description: 'Campaign',
    example: keys.item(sample.brand, 'campaign', 'cmp_01'),
    kept: 'until a draft is deleted',
    restore: 'restored',
    events: recorded({
      schema: storedCampaign,
      present: (campaign, { brand, at }) => presentCampaign(campaign, brand, at),
      derivedFields: ['isRunning', 'creatorsCount', 'totalRevenue'],
      created: () => 'campaign.created',
      changed: (before, after) =>
        before.status === after.status ? 'campaign.updated' : typesByStatus[after.status],
      deleted: 'campaign.deleted',
    }),
  },
  member: {
    description: 'Membership of a creator in a campaign',
    example: keys.member(sample.brand, 'cmp_01', 'aff_01'),
    personal: 'C: ids',
    kept: 'until the creator leaves',
    erasure: 'stays',
    restore: 'restored',
  },
  formerMember: {
    description:
      'Former membership of a creator in a campaign, by which orders from before its end are judged',
    example: keys.formerMember(sample.brand, 'cmp_01', 'aff_01', {
      from: '2026-11-01T09:30:00.000Z',
      to: '2026-11-22T09:30:00.000Z',
    }),
    personal: 'C: ids',
    kept: kept.untilBrandIsDeleted,
    erasure: 'stays',
    restore: 'restored',
  },
} satisfies StoredItems;
