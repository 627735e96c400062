import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { documentClient } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { transactionLimit } from '#lib/table/writes/write.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Batch, continueWork, newChanges } from '#test/support/stream.ts';

const { admin, brand } = await createBrand('scale');

const membersOf = async (campaignId: string) =>
  (await allItems()).filter((item) => item.campaignId === campaignId && 'joinedAt' in item);

/** Deletes a campaign, and answers what the stream tells about it. */
async function deleted(campaignId: string): Promise<readonly Batch[]> {
  const answer = await send('DELETE', `/campaigns/${campaignId}`, { token: admin });
  expect(answer.status).toBe(204);
  return newChanges();
}

const forgetAll = async (batches: readonly Batch[]) => {
  for (const batch of batches) await continueWork(batch);
};

test('a draft that is deleted takes its members with it, and nobody else’s', async () => {
  const [gone, stays] = [await createCampaign(admin), await createCampaign(admin)];
  const creator = await invite(admin, { campaignIds: [gone.id, stays.id] });
  await invite(admin, { campaignIds: [gone.id] });
  const batches = await deleted(gone.id);
  expect(await membersOf(gone.id)).toHaveLength(2);
  await forgetAll(batches);
  expect(await membersOf(gone.id)).toEqual([]);
  expect((await membersOf(stays.id)).map(({ affiliateId }) => affiliateId)).toEqual([creator.id]);
  const list = await send('GET', `/campaigns/${stays.id}/affiliates`, { token: admin });
  expect(list.json.meta.total).toBe(1);
  expect((await send('GET', `/affiliates/${creator.id}`, { token: admin })).status).toBe(200);
});

/** A draft with as many members, written without creators of their own. */
async function draftWith(members: number): Promise<string> {
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

test('more members than a transaction can hold are forgotten, all of them', async () => {
  const id = await draftWith(250);
  const batches = await deleted(id);
  expect(await membersOf(id)).toHaveLength(250);
  await forgetAll(batches);
  expect(await membersOf(id)).toEqual([]);
});

test('a deletion that was cut off half way, and comes again and again, ends in the same', async () => {
  const id = await draftWith(130);
  const batches = await deleted(id);
  const sendCommand = documentClient.send.bind(documentClient);
  let transactions = 0;
  const sent = vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] instanceof TransactWriteCommand) transactions += 1;
    if (transactions > 1) throw Object.assign(new Error('The function was killed'), { name: 'AbortError' });
    return Reflect.apply(sendCommand, undefined, args);
  });
  await expect(forgetAll(batches)).rejects.toThrow('busy');
  sent.mockRestore();
  expect(await membersOf(id)).toHaveLength(30);
  await forgetAll(batches);
  expect(await membersOf(id)).toEqual([]);
  const after = await allItems();
  await forgetAll(batches);
  expect(await allItems()).toEqual(after);
});

test('members are read as they are after the last write, which an engine on one machine always does', async () => {
  const batches = await deleted(await draftWith(1));
  const sent = vi.spyOn(documentClient, 'send');
  await forgetAll(batches);
  const queries = sent.mock.calls.flatMap(([command]) =>
    command instanceof QueryCommand ? [command.input.ConsistentRead] : [],
  );
  sent.mockRestore();
  expect(queries).toEqual([true]);
});

test('nobody joins a campaign that is being deleted', async () => {
  const id = await draftWith(1);
  const { id: affiliateId } = await invite(admin);
  const batches = await deleted(id);
  const path = `/campaigns/${id}/affiliates/${affiliateId}`;
  expect((await send('PUT', path, { token: admin })).status).toBe(404);
  await forgetAll(batches);
  expect(await membersOf(id)).toEqual([]);
});

test('a campaign that is changed, or ended, keeps its members', async () => {
  await newChanges();
  const campaign = await createCampaign(admin, { status: 'active' });
  await invite(admin, { campaignIds: [campaign.id] });
  await patch(admin, `/campaigns/${campaign.id}`, { status: 'paused', name: 'Other' });
  await patch(admin, `/campaigns/${campaign.id}`, { status: 'ended' });
  await forgetAll(await newChanges());
  expect(await membersOf(campaign.id)).toHaveLength(1);
});
