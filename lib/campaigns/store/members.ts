// Reads and changes the members of a campaign.

import { member, storedCampaign } from '#lib/campaigns/schema.ts';
import { addMember, campaignKey, removeMember } from '#lib/campaigns/writes.ts';
import { notFound } from '#lib/shared/errors.ts';
import { getExisting } from '#lib/table/existing.ts';
import { keys, memberPartition } from '#lib/table/keys/keys.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { positionIn, readList } from '#lib/table/pages.ts';
import { tryTransact } from '#lib/table/transact.ts';
import { mustExist, type Write } from '#lib/table/writes/write.ts';

async function changeMembership(
  brandId: string,
  affiliateId: string,
  writes: readonly Write[],
): Promise<void> {
  const affiliate = mustExist(keys.item(brandId, 'affiliate', affiliateId), () => notFound('affiliate'));
  const refusals = await tryTransact([...writes, affiliate]);
  const failure = refusals.map(({ write, existing }) => write.refused?.(existing)).find((error) => error);
  if (failure !== undefined) throw failure;
}

export const joinCampaign = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  now: Date,
): Promise<void> => changeMembership(brandId, affiliateId, addMember(brandId, campaignId, affiliateId, now));

export const leaveCampaign = (brandId: string, campaignId: string, affiliateId: string): Promise<void> =>
  changeMembership(brandId, affiliateId, removeMember(brandId, campaignId, affiliateId));

export async function listMembers(brandId: string, campaignId: string, page: PageRequest) {
  const source = {
    queries: [{ partition: memberPartition(brandId, campaignId) }],
    kind: 'affiliate',
  } as const;
  positionIn(source, page);
  const campaign = getExisting(campaignKey(brandId, campaignId), 'campaign');
  const readTotal = async () => storedCampaign.parse(await campaign).creatorsCount;
  const [members] = await Promise.all([
    readList(source, page, (found) => member.parse(found), readTotal),
    campaign,
  ]);
  return members;
}
