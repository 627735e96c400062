// Reads and changes the members of a campaign.

import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { keys, memberPartition } from '#lib/foundation/table/keys/keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { positionIn, readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { tryTransact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { creatorMustExist } from '#lib/program/affiliates/writes/known.ts';
import { member, storedCampaign } from '#lib/program/campaigns/schema.ts';
import { addMember, campaignKey, campaignMustExist, removeMember } from '#lib/program/campaigns/writes.ts';

async function changeMembership(
  brandId: string,
  affiliateId: string,
  writes: readonly Write[],
): Promise<void> {
  const affiliate = creatorMustExist({ brandId, affiliateId }, () => notFound('affiliate'));
  const refusals = await tryTransact([...writes, affiliate]);
  const failure = refusals.map(({ write, existing }) => write.refused?.(existing)).find((error) => error);
  if (failure !== undefined) throw failure;
}

export const joinCampaign = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  now: Date,
): Promise<void> =>
  retryOnConflict(() =>
    changeMembership(brandId, affiliateId, addMember(brandId, campaignId, affiliateId, now)),
  );

export const leaveCampaign = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  now: Date,
): Promise<void> =>
  retryOnConflict(async () => {
    const found = await getItem(keys.member(brandId, campaignId, affiliateId));
    const writes =
      found === undefined
        ? [campaignMustExist(brandId, campaignId)]
        : removeMember(brandId, member.parse(found), now);
    await changeMembership(brandId, affiliateId, writes);
  });

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
