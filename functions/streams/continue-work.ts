import { deletedCampaigns, deleteMembers } from '#lib/campaigns/store/members.ts';
import { continuePayouts } from '#lib/payouts/store/advance.ts';
import type { StreamEvent } from '#lib/streams/changes.ts';
import { consume } from '#lib/streams/consumer.ts';

/**
 * Does what a change asks for that no request waits for: a deleted campaign takes its members with it, a payout under way
 * goes on. Safe to run again: what is gone stays gone, and each step is taken once.
 */
export const handler = (event: StreamEvent): Promise<void> =>
  consume('continue-work', event, {
    handle: async (changes) => {
      for (const { brandId, id } of deletedCampaigns(changes)) await deleteMembers(brandId, id);
      await continuePayouts(changes);
    },
  });
