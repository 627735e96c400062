// Tests how long the service keeps the responses of webhook endpoints, which can repeat the data of an event.
import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createWebhook, inviteActive } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { behaviours } from '#test/support/webhook-receivers.ts';
import { deliverAll } from '#test/support/webhook-workers.ts';

const hour = 3600;
const day = 24 * hour;

test('a response that repeats the name of a creator is kept for 7 days, also after the erasure, and its delivery longer', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { key: token } = await createApiKey((await createBrand('scale')).admin);
  const receiver = await receiverOfTest(behaviours.answer(200, 'Hello Ada'));
  const endpoint = await createWebhook(token, { url: receiver.url, events: ['affiliate.activated'] });
  const { id } = await inviteActive(token, { name: 'Ada' });
  await deliverAll();
  const path = `/webhook-endpoints/${endpoint.id}/deliveries`;
  const responseNow = async () => {
    const [listed] = await dataOf(send('GET', path, { token }));
    expect(await dataOf(send('GET', `${path}/${listed.id}`, { token }))).toEqual(listed);
    expect(listed.attempts).toMatchObject([{ status: 200 }]);
    return listed.attempts[0].response;
  };
  expect(await responseNow()).toBe('Hello Ada');

  await send('DELETE', `/affiliates/${id}/personal-data`, { token });
  await recordAllEvents();
  clock.advance(7 * day - hour);
  expect(await responseNow()).toBe('Hello Ada');

  clock.advance(hour);
  expect(await responseNow()).toBeNull();
  const stored = (await allItems()).filter((item) => JSON.stringify(item).includes('Hello Ada'));
  expect(stored).toMatchObject([{ expiresAt: Date.parse('2026-03-08T12:00:00Z') / 1000 }]);
});
