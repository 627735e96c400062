// The creators of a campaign. `creatorsCount` moves with them, in the same transaction.

import { type Campaign, member, storedCampaign } from '#lib/campaigns/schema.ts';
import { addMember, campaignKey, removeMember } from '#lib/campaigns/writes.ts';
import { missing } from '#lib/shared/ids.ts';
import type { Change } from '#lib/streams/changes.ts';
import { queryPartition } from '#lib/table/client.ts';
import { getExisting } from '#lib/table/existing.ts';
import { keys, memberPartition } from '#lib/table/keys/keys.ts';
import { decodeCursor, type PageRequest, readPage } from '#lib/table/pages.ts';
import { transact, tryTransact } from '#lib/table/transact.ts';
import { mustExist, transactionLimit, type Write } from '#lib/table/writes/write.ts';

/** Writes that move a member, where both sides exist; that it is where it should be already is no failure. */
async function moveMember(brandId: string, affiliateId: string, moves: readonly Write[]): Promise<void> {
  const affiliate = mustExist(keys.item(brandId, 'affiliate', affiliateId), () => missing('affiliate'));
  const refusals = await tryTransact([...moves, affiliate]);
  const failure = refusals.map(({ write, existing }) => write.refused?.(existing)).find((error) => error);
  if (failure !== undefined) throw failure;
}

export const joinCampaign = (
  brandId: string,
  campaignId: string,
  affiliateId: string,
  now: Date,
): Promise<void> => moveMember(brandId, affiliateId, addMember(brandId, campaignId, affiliateId, now));

export const leaveCampaign = (brandId: string, campaignId: string, affiliateId: string): Promise<void> =>
  moveMember(brandId, affiliateId, removeMember(brandId, campaignId, affiliateId));

/** A page of members; the campaign, read at the same time, tells how many there are, and whether it exists. */
export async function listMembers(brandId: string, campaignId: string, page: PageRequest) {
  const source = { partition: memberPartition(brandId, campaignId) };
  if (page.cursor !== undefined) decodeCursor(page.cursor, source, page);
  const [campaign, members] = await Promise.all([
    getExisting(campaignKey(brandId, campaignId), 'campaign'),
    readPage(source, page, (found) => member.parse(found)),
  ]);
  return { ...members, total: storedCampaign.parse(campaign).creatorsCount };
}

export const deletedCampaigns = (changes: readonly Change[]): readonly Campaign[] =>
  changes.flatMap(({ before, after }) =>
    before?.type === 'campaign' && after === undefined ? [storedCampaign.parse(before)] : [],
  );

/** Deletes all members of a campaign that is no more, some at a time. */
export async function deleteMembers(brandId: string, campaignId: string): Promise<void> {
  // Consistently read: one who joined just before the deletion must not be missed, for nothing would ever ask again.
  const members = await queryPartition(memberPartition(brandId, campaignId));
  const deletions = members.map((found): Write => {
    const { affiliateId } = member.parse(found);
    return { kind: 'delete', key: keys.member(brandId, campaignId, affiliateId) };
  });
  for (let start = 0; start < deletions.length; start += transactionLimit) {
    await transact(deletions.slice(start, start + transactionLimit));
  }
}
