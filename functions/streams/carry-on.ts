import { deletedCampaigns, forgetMembers } from '#lib/campaigns/members.ts';
import { consume } from '#lib/table/consumer.ts';
import type { StreamEvent } from '#lib/table/stream.ts';

/** A campaign that was deleted takes its members with it. Safe to run again: what is gone stays gone. */
export const handler = (event: StreamEvent): Promise<void> =>
  consume('forget-campaigns', event, {
    handle: async (changes) => {
      for (const { brandId, id } of deletedCampaigns(changes)) await forgetMembers(brandId, id);
    },
  });
