import { deletedCampaigns, forgetMembers } from '#lib/campaigns/members.ts';
import { carryOnPayouts } from '#lib/payouts/advance.ts';
import { consume } from '#lib/table/consumer.ts';
import type { StreamEvent } from '#lib/table/stream.ts';

/**
 * Does what a change asks for that no request waits for: a deleted campaign takes its members with it, a payout under way
 * goes on. Safe to run again: what is gone stays gone, and each step is taken once.
 */
export const handler = (event: StreamEvent): Promise<void> =>
  consume('carry-on', event, {
    handle: async (changes) => {
      for (const { brandId, id } of deletedCampaigns(changes)) await forgetMembers(brandId, id);
      await carryOnPayouts(changes);
    },
  });
