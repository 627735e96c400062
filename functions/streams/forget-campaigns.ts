import { deletedCampaigns, forgetMembers } from '#lib/campaigns/members.ts';
import { changesIn, type StreamEvent } from '#lib/table/stream.ts';

/** A campaign that was deleted takes its members with it. Safe to run again: what is gone stays gone. */
export async function handler(event: StreamEvent): Promise<void> {
  for (const { brandId, id } of deletedCampaigns(changesIn(event))) await forgetMembers(brandId, id);
}
