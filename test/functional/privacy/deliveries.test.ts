// Tests that an erasure also covers the responses of webhook endpoints, which can repeat the data of an event.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createWebhook, inviteActive } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import type { Behaviour, Receiver } from '#test/support/webhook-receivers.ts';
import { deliverAll } from '#test/support/webhook-workers.ts';

const newMarker = (): string => `zq${randomBytes(6).toString('hex')}`;

/** Answers with the name of the creator in the event. */
const echo =
  (receiver: () => Receiver, before: () => Promise<unknown>): Behaviour =>
  async (response) => {
    const { body } = receiver().received.at(-1) ?? { body: '{}' };
    await before();
    response.end(`Hello ${JSON.parse(body).data.name}`);
  };

async function deliverTo(marker: string, beforeAnswer: (token: string, id: string) => Promise<unknown>) {
  const { admin: token } = await createBrand('scale');
  let affiliateId = '';
  const receiver: Receiver = await receiverOfTest(
    echo(
      () => receiver,
      () => beforeAnswer(token, affiliateId),
    ),
  );
  const endpoint = await createWebhook(token, { url: receiver.url, events: ['affiliate.activated'] });
  affiliateId = (await inviteActive(token, { name: `Ada ${marker}` })).id;
  await deliverAll();
  const path = `/webhook-endpoints/${endpoint.id}/deliveries`;
  const list = async (): Promise<Json[]> => (await send('GET', path, { token })).json.data;
  return { token, affiliateId, path, list };
}

const erase = (token: string, id: string) => send('DELETE', `/affiliates/${id}/personal-data`, { token });

const rawTraces = async (marker: string): Promise<number> =>
  (await allItems()).filter((item) => item.attempts !== undefined && JSON.stringify(item).includes(marker))
    .length;

test('a response that repeats the name of a creator is readable until the erasure, and is never in the table', async () => {
  const marker = newMarker();
  const { token, affiliateId, path, list } = await deliverTo(marker, async () => {});
  const [before] = await list();
  expect(before.attempts).toMatchObject([{ status: 200, response: `Hello Ada ${marker}` }]);
  expect(before.attempts[0]).not.toHaveProperty('sealedResponse');
  expect(await rawTraces(marker)).toBe(0);

  await erase(token, affiliateId);
  await recordAllEvents();
  const [after] = await list();
  expect(after.attempts).toMatchObject([{ status: 200, response: null }]);
  expect(await dataOf(send('GET', `${path}/${after.id}`, { token }))).toEqual(after);

  expect((await send('POST', `${path}/${after.id}/retry`, { token })).json.data).toEqual(after);
  await deliverAll();
  const [retried] = await list();
  expect(retried.attempts.map(({ response }: Json) => response)).toEqual([null, 'Hello Erased']);
});

test('a response that arrives after the erasure of its creator is not readable', async () => {
  const marker = newMarker();
  const { list } = await deliverTo(marker, async (token, id) => {
    await erase(token, id);
    await recordAllEvents();
  });
  const [delivery] = await list();
  expect(delivery.attempts).toMatchObject([{ status: 200, response: null }]);
  expect(await rawTraces(marker)).toBe(0);
});
