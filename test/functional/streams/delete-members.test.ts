import { expect, test, vi } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { transactionLimit } from '#lib/foundation/table/writes/write.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Batch, continueWork, newChanges } from '#test/support/stream.ts';

const { admin, brand } = await createBrand('scale');

const membersOf = async (campaignId: string) =>
  (await allItems()).filter((item) => item.campaignId === campaignId && 'joinedAt' in item);

/** Deletes a campaign and returns the stream records of the deletion. */
async function deleteCampaign(campaignId: string): Promise<readonly Batch[]> {
  const answer = await send('DELETE', `/campaigns/${campaignId}`, { token: admin });
  expect(answer.status).toBe(204);
  return newChanges();
}

const processAll = async (batches: readonly Batch[]) => {
  for (const batch of batches) await continueWork(batch);
};

test('a worker deletes the members of a deleted draft campaign and no others', async () => {
  const [deletedDraft, otherDraft] = [await createCampaign(admin), await createCampaign(admin)];
  const creator = await invite(admin, { campaignIds: [deletedDraft.id, otherDraft.id] });
  await invite(admin, { campaignIds: [deletedDraft.id] });
  const batches = await deleteCampaign(deletedDraft.id);
  expect(await membersOf(deletedDraft.id)).toHaveLength(2);
  await processAll(batches);
  expect(await membersOf(deletedDraft.id)).toEqual([]);
  expect((await membersOf(otherDraft.id)).map(({ affiliateId }) => affiliateId)).toEqual([creator.id]);
  const list = await send('GET', `/campaigns/${otherDraft.id}/affiliates`, { token: admin });
  expect(list.json.meta.total).toBe(1);
  expect((await send('GET', `/affiliates/${creator.id}`, { token: admin })).status).toBe(200);
});

/** Creates a draft campaign with members, but without their creators. */
async function createDraftWith(members: number): Promise<string> {
  const { id } = await createCampaign(admin);
  const at = new Date();
  const items = Array.from({ length: members }, () => {
    const affiliateId = newId('affiliate', at);
    return {
      ...keys.member(brand.id, id, affiliateId),
      campaignId: id,
      affiliateId,
      joinedAt: at.toISOString(),
    };
  });
  for (let start = 0; start < items.length; start += transactionLimit) {
    await transact(items.slice(start, start + transactionLimit).map((item) => ({ kind: 'put', item })));
  }
  return id;
}

test('a worker deletes all members of a large campaign in several transactions', async () => {
  const id = await createDraftWith(250);
  const batches = await deleteCampaign(id);
  expect(await membersOf(id)).toHaveLength(250);
  await processAll(batches);
  expect(await membersOf(id)).toEqual([]);
});

test('a worker completes an interrupted deletion of members and changes nothing when its records repeat', async () => {
  const id = await createDraftWith(130);
  const batches = await deleteCampaign(id);
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  let transactions = 0;
  const sent = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === 'TransactWriteItems') transactions += 1;
    if (transactions > 1) throw Object.assign(new Error('The function was killed'), { name: 'AbortError' });
    return Reflect.apply(sendCommand, undefined, args);
  });
  await expect(processAll(batches)).rejects.toThrow('busy');
  sent.mockRestore();
  expect(await membersOf(id)).toHaveLength(30);
  await processAll(batches);
  expect(await membersOf(id)).toEqual([]);
  const after = await allItems();
  await processAll(batches);
  expect(await allItems()).toEqual(after);
});

// This test checks the request, because the local engine is always strongly consistent.
test('a worker reads campaign members with strong consistency', async () => {
  const batches = await deleteCampaign(await createDraftWith(1));
  const sent = vi.spyOn(dynamoDb, 'send');
  await processAll(batches);
  const queries = sent.mock.calls.flatMap(([operation, input]) =>
    operation === 'Query' ? [Object(input).ConsistentRead] : [],
  );
  sent.mockRestore();
  expect(new Set(queries)).toEqual(new Set([true]));
});

test('PUT /v1/campaigns/{id}/affiliates/{affiliateId} returns 404 for a deleted campaign', async () => {
  const id = await createDraftWith(1);
  const { id: affiliateId } = await invite(admin);
  const batches = await deleteCampaign(id);
  const path = `/campaigns/${id}/affiliates/${affiliateId}`;
  expect((await send('PUT', path, { token: admin })).status).toBe(404);
  await processAll(batches);
  expect(await membersOf(id)).toEqual([]);
});

test('no worker deletes the members of a campaign that changes or ends', async () => {
  await newChanges();
  const campaign = await createCampaign(admin, { status: 'active' });
  await invite(admin, { campaignIds: [campaign.id] });
  await patch(admin, `/campaigns/${campaign.id}`, { status: 'paused', name: 'Other' });
  await patch(admin, `/campaigns/${campaign.id}`, { status: 'ended' });
  await processAll(await newChanges());
  expect(await membersOf(campaign.id)).toHaveLength(1);
});
