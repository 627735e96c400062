// Tests when the texts for Slack and Discord have the names of creators.
import { beforeEach, describe, expect, test } from 'vitest';
import { updateItem } from '#lib/foundation/table/client.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { createApiKey, createWebhook, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { runQueues } from '#test/support/queue-workers.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { behaviours, type Receiver } from '#test/support/webhook-receivers.ts';
import { deliverAll, discardDeliveries, runWorker } from '#test/support/webhook-workers.ts';

let admin: string;
let brandId: string;
let creator: { readonly id: string; readonly trackingCode: string };
beforeEach(async () => {
  const created = await createBrand('scale', { currency: 'EUR' });
  admin = created.admin;
  brandId = created.brand.id;
  creator = await inviteActive(admin, { name: 'Ada' });
  await discardDeliveries();
});

const limitedKey = async (): Promise<string> =>
  (await createApiKey(admin, { scopes: ['webhooks:write', 'commissions:read'] })).key;
const input = ({ url }: Receiver) => ({ url, events: ['commission.created'], format: 'slack' });
const pathOf = ({ id }: { readonly id: string }): string => `/webhook-endpoints/${id}`;
const textsAt = ({ received }: Receiver): readonly string[] =>
  received.map(({ body }) => JSON.parse(body).text);

async function earn(orderId: string): Promise<void> {
  await recordOrder(admin, { trackingCode: creator.trackingCode, orderId, amount: 49.9 });
  await deliverAll();
}

test('the text of an endpoint that a user created names the creator', async () => {
  const receiver = await receiverOfTest();
  await createWebhook(admin, input(receiver));
  await earn('1041');
  expect(textsAt(receiver)).toEqual([expect.stringContaining('Ada earned €4.99 (10%) with order 1041')]);
});

test('the text of an endpoint that an API key without `creators:read` created has the id of the creator', async () => {
  const receiver = await receiverOfTest();
  await createWebhook(await limitedKey(), input(receiver));
  await earn('1041');
  expect(textsAt(receiver)).toEqual([expect.stringContaining(`${creator.id} earned €4.99`)]);
  expect(textsAt(receiver).join()).not.toContain('Ada');
});

test('the last caller who changed an endpoint decides whether its texts name creators', async () => {
  const [first, second] = [await receiverOfTest(), await receiverOfTest()];
  const endpoint = await createWebhook(admin, input(first));
  await patch(await limitedKey(), pathOf(endpoint), { url: second.url });
  await earn('1041');
  await patch(admin, pathOf(endpoint), { url: first.url });
  await earn('1042');
  expect(textsAt(second)).toEqual([expect.stringContaining(`${creator.id} earned`)]);
  expect(textsAt(first)).toEqual([expect.stringContaining('Ada earned')]);
});

const without = (name: string) => ({
  UpdateExpression: 'REMOVE #name',
  ExpressionAttributeNames: { '#name': name },
});

test('a creator whose item is unreadable does not stop the events', async () => {
  const receiver = await receiverOfTest();
  await createWebhook(admin, input(receiver));
  await recordOrder(admin, { trackingCode: creator.trackingCode, orderId: '1041' });
  await updateItem({ Key: { ...affiliateKey(brandId, creator.id) }, ...without('trackingCode') });
  await deliverAll();
  expect(textsAt(receiver)).toEqual([expect.stringContaining(`${creator.id} earned`)]);
});

describe('the erasure of a creator', () => {
  test('the text of a later attempt has the id of a creator who was erased meanwhile', async () => {
    const clock = fakeClock();
    admin = (await createApiKey(admin)).key;
    const receiver = await receiverOfTest(behaviours.answer(500));
    const { id: endpointId } = await createWebhook(admin, input(receiver));
    await earn('1041');
    await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token: admin });
    await deliverAll();
    await runQueues(['erasures']);
    clock.advance(60);
    await runWorker({ brandId, endpointId });
    expect(textsAt(receiver)).toEqual([
      expect.stringContaining('Ada earned €4.99'),
      expect.stringContaining(`${creator.id} earned €4.99`),
    ]);
  });
});
