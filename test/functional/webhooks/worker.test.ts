// Tests that events reach webhook endpoints: signatures, retries, pauses, the end of deliveries, tests and replays.
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '#lib/foundation/table/transact.ts';
import { testEvent } from '#lib/outlets/webhooks/present/test-event.ts';
import { addTask } from '#lib/outlets/webhooks/writes.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createWebhook, inviteActive, patch, unusedEmail } from '#test/support/creations.ts';
import { followFeed } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { createPerson, emailsTo } from '#test/support/people.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { behaviours, type Receiver } from '#test/support/webhook-receivers.ts';
import { deliverAll, runWorker } from '#test/support/webhook-workers.ts';

const day = 86_400;

let admin: string;
let brandId: string;

beforeEach(async () => {
  const created = await createBrand('scale');
  // An API key, because a session ends while the clock advances.
  admin = (await createApiKey(created.admin)).key;
  brandId = created.brand.id;
  await deliverAll();
});

const deliveriesOf = async (id: string): Promise<Json[]> =>
  (await send('GET', `/webhook-endpoints/${id}/deliveries?order=asc`, { token: admin })).json.data;
const endpointOf = (id: string) => dataOf(send('GET', `/webhook-endpoints/${id}`, { token: admin }));
const idsAt = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

test('an endpoint receives the events that follow its creation, with signatures that the library of Standard Webhooks accepts', async () => {
  const receiver = await receiverOfTest();
  await inviteActive(admin);
  await deliverAll();
  const { secret } = await createWebhook(admin, { url: receiver.url });
  await inviteActive(admin);
  await deliverAll();

  const feed = await followFeed(admin);
  const expected = feed.slice(-3);
  expect(expected.map(({ type }) => type)).toEqual([
    'webhook_endpoint.created',
    'affiliate.invited',
    'affiliate.activated',
  ]);
  const verified = receiver.received.map(({ headers, body }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  );
  expect(verified).toHaveLength(3);
  expect(verified).toEqual(expect.arrayContaining(expected));
  expect(new Set(idsAt(receiver))).toEqual(new Set(expected.map(({ id }) => id)));
});

test('an endpoint receives only events of its types', async () => {
  const receiver = await receiverOfTest();
  await createWebhook(admin, { url: receiver.url, events: ['affiliate.activated', 'payout.*'] });
  await inviteActive(admin);
  await deliverAll();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['affiliate.activated']);
});

test('a former secret signs for 24 hours after a rotation', async () => {
  const clock = fakeClock();
  const receiver = await receiverOfTest();
  const { id, secret } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  const rotated = await dataOf(send('POST', `/webhook-endpoints/${id}/rotate-secret`, { token: admin }));
  expect(rotated.secret).not.toBe(secret);
  const signatures = async (): Promise<number> => {
    await inviteActive(admin);
    await deliverAll();
    return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
  };
  expect(await signatures()).toBe(2);
  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' };
  for (const one of [secret, rotated.secret])
    expect(new Webhook(one).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  clock.advance(day + 1);
  expect(await signatures()).toBe(1);
});

const failures = [
  [
    'answers 500',
    behaviours.answer(500, 'down for maintenance'),
    500,
    'The endpoint answered with the status 500',
    'down for maintenance',
  ],
  [
    'disconnects',
    behaviours.disconnect,
    null,
    'The endpoint closed the connection without a complete response',
    null,
  ],
  [
    'redirects',
    behaviours.answer(302, '', { location: 'https://acme.test' }),
    302,
    'The endpoint answered with the redirect 302, which is not followed',
    null,
  ],
] as const;

test.each(failures)(
  'a delivery to an endpoint that %s is attempted again',
  async (_, behaviour, status, error, response) => {
    const clock = fakeClock();
    const receiver = await receiverOfTest(behaviour);
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
    await inviteActive(admin);
    expect(await deliverAll()).toEqual([5]);
    const [failed] = await deliveriesOf(id);
    expect(failed.status).toBe('pending');
    expect(failed.attempts).toEqual([
      { at: expect.any(String), status, durationMs: expect.any(Number), error, response },
    ]);
    const waits = (Date.parse(failed.nextAttemptAt) - clock.now().getTime()) / 1000;
    expect(waits).toBeGreaterThanOrEqual(4.5);
    expect(waits).toBeLessThanOrEqual(6);

    receiver.become(behaviours.healthy);
    clock.set(new Date(Date.parse(failed.nextAttemptAt) + 1000));
    await runWorker({ brandId, endpointId: id });
    const [succeeded] = await deliveriesOf(id);
    expect(succeeded).toMatchObject({ id: failed.id, status: 'succeeded', nextAttemptAt: null });
    expect(succeeded.attempts).toHaveLength(2);
    expect(new Set(idsAt(receiver)).size).toBe(1);
  },
);

/** Lets all attempts of the only delivery fail, and returns it. */
async function exhaustRetries(id: string, clock: ReturnType<typeof fakeClock>): Promise<Json> {
  for (;;) {
    const [delivery] = await deliveriesOf(id);
    if (delivery.nextAttemptAt === null) return delivery;
    clock.set(new Date(Date.parse(delivery.nextAttemptAt) + 1000));
    await runWorker({ brandId, endpointId: id });
  }
}

test('ten attempts over about three days end a delivery, and a user can begin again', async () => {
  const clock = fakeClock();
  const receiver = await receiverOfTest(behaviours.answer(500));
  const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  const start = clock.now().getTime();
  await inviteActive(admin);
  await deliverAll();
  const failed = await exhaustRetries(id, clock);
  expect(failed).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(failed.attempts).toHaveLength(10);
  const waits = failed.attempts.map(({ at }: Json, index: number, all: Json[]) =>
    index === 0 ? 0 : (Date.parse(at) - Date.parse(all[index - 1].at)) / 3600_000,
  );
  const planned = [0, 5 / 3600, 1 / 12, 0.5, 2, 5, 10, 14, 20, 24];
  for (const [index, hours] of planned.entries())
    expect(Math.abs(waits[index] - hours)).toBeLessThanOrEqual(0.1 * hours + 0.01);
  expect(clock.now().getTime() - start).toBeGreaterThan(68 * 3600 * 1000);

  receiver.become(behaviours.healthy);
  const path = `/webhook-endpoints/${id}/deliveries/${failed.id}`;
  expect((await send('POST', `${path}/retry`, { token: admin })).status).toBe(202);
  await deliverAll();
  expect(await dataOf(send('GET', path, { token: admin }))).toMatchObject({ status: 'succeeded' });
});

test('an endpoint of test mode that answers 410 is disabled, and the admins of the brand are told by e-mail', async () => {
  const created = await createBrand('scale');
  const { email } = (await createPerson(created.brand.id, { role: 'admin' })).user;
  const { key } = await createApiKey(created.admin, { mode: 'test' });
  const receiver = await receiverOfTest(behaviours.answer(410));
  const { id } = await createWebhook(key, { url: receiver.url, events: ['affiliate.invited'] });
  await inviteActive(key);
  await deliverAll();
  const [text = '', ...others] = emailsTo(email);
  expect(others).toEqual([]);
  expect(text).toContain('in test mode is disabled');
  expect(text).toMatch(new RegExp(`/webhook-endpoints/${id} .*-H 'x-mode: test'`));
});

test('an endpoint that answers 410 is disabled, and the admins are told by an event and by e-mail', async () => {
  const receiver = await receiverOfTest(behaviours.answer(410));
  const { email } = (await createPerson(brandId, { role: 'admin' })).user;
  const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  await inviteActive(admin);
  await deliverAll();
  expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  expect(emailsTo(email)).toEqual([
    expect.stringContaining(`127.0.0.1:${new URL(receiver.url).port} (${id})`),
  ]);
  const [event] = (await followFeed(admin)).filter(({ type }) => type === 'webhook_endpoint.disabled');
  expect(event).toMatchObject({ resourceId: id, actor: { type: 'service' } });
  await inviteActive(admin);
  await deliverAll();
  expect(receiver.received).toHaveLength(1);
});

const eventIdsOf = async (types: RegExp) =>
  (await followFeed(admin)).filter(({ type }) => types.test(type)).map(({ id }) => id);

/** Enables the endpoint, and replays the time that its representation offers. Returns the ids of the events that arrive. */
async function enableAndReplay(id: string, receiver: Receiver): Promise<readonly unknown[]> {
  receiver.become(behaviours.healthy);
  const seen = receiver.received.length;
  const enabled = await patch(admin, `/webhook-endpoints/${id}`, { status: 'enabled' });
  expect(enabled).toMatchObject({ status: 'enabled', disabledAt: null, disabledReason: null });
  const path = `/webhook-endpoints/${id}/replay`;
  expect((await send('POST', path, { token: admin, body: enabled.missed })).status).toBe(202);
  await deliverAll();
  return idsAt(receiver).slice(seen);
}

test('five days of failures disable an endpoint, and enabling it offers the missed time for a replay', async () => {
  const clock = fakeClock();
  const receiver = await receiverOfTest(behaviours.answer(503));
  const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  // The first batch has two events, which are older than its attempts.
  await inviteActive(admin);
  clock.advance(2);
  await inviteActive(admin);
  clock.advance(2);
  await deliverAll();
  expect(await exhaustRetries(id, clock)).toMatchObject({ status: 'failed' });
  clock.advance(3 * day);
  await inviteActive(admin);
  await deliverAll();
  const disabled = await endpointOf(id);
  expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  const missed = await eventIdsOf(/^affiliate.invited/);
  expect(missed).toHaveLength(3);
  expect(await enableAndReplay(id, receiver)).toEqual(expect.arrayContaining(missed));
});

test('an endpoint that a user disables during a pause offers also the events that waited for its end', async () => {
  const clock = fakeClock();
  const receiver = await receiverOfTest(behaviours.answer(503));
  const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.*'] });
  await inviteActive(admin);
  await deliverAll();
  clock.advance(1);
  await inviteActive(admin);
  clock.advance(1);
  await deliverAll();
  await patch(admin, `/webhook-endpoints/${id}`, { status: 'disabled' });
  clock.advance(3600);
  const missed = await eventIdsOf(/^affiliate/);
  expect(missed).toHaveLength(4);
  expect(await enableAndReplay(id, receiver)).toEqual(expect.arrayContaining(missed));
});

describe('POST /v1/webhook-endpoints/{id}/test', () => {
  test('sends a test event, once', async () => {
    const receiver = await receiverOfTest(behaviours.answer(500, 'not yet'));
    const { id, secret } = await createWebhook(admin, { url: receiver.url, events: ['payout.paid'] });
    const { status, json } = await send('POST', `/webhook-endpoints/${id}/test`, { token: admin });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ status: 'pending', eventType: 'webhook_endpoint.test', attempts: [] });
    await deliverAll();
    const [sent] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(
      new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>),
    ).toMatchObject({
      id: json.data.eventId,
      type: 'webhook_endpoint.test',
      resourceId: id,
    });
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ id: json.data.id, status: 'failed', nextAttemptAt: null });
    expect(delivery.attempts[0]).toMatchObject({ status: 500, response: 'not yet' });
  });

  test('waits for the end of the pause of an endpoint that fails, and does not delay the retry of a delivery', async () => {
    const clock = fakeClock();
    const receiver = await receiverOfTest(behaviours.answer(500));
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
    await inviteActive(admin);
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    const [failed] = await deliveriesOf(id);
    const test = await send('POST', `/webhook-endpoints/${id}/test`, { token: admin });
    expect(test.status).toBe(202);
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    receiver.become(behaviours.answer(500, 'still failing'));
    const path = `/webhook-endpoints/${id}/deliveries/${failed.id}/retry`;
    expect((await send('POST', path, { token: admin })).status).toBe(202);
    await deliverAll();
    expect(receiver.received).toHaveLength(2);
    receiver.become(behaviours.healthy);
    clock.advance(301);
    await runWorker({ brandId, endpointId: id });
    expect(idsAt(receiver)).toContain(test.json.data.eventId);
  });

  test('does not delay the retry of a delivery, however many tests an endpoint accepts during its longest pause', async () => {
    const clock = fakeClock();
    const receiver = await receiverOfTest(behaviours.answer(500));
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
    await inviteActive(admin);
    await deliverAll();
    const [failed] = await deliveriesOf(id);
    // Ten tests in each of the six minutes that a pause of five minutes touches. Written directly, because the pause after one failure is short.
    const event = testEvent({ id }, { id: 'service' }, clock.now());
    const tests = Array.from({ length: 60 }, () =>
      addTask({ brandId, id }, { kind: 'test', event }, clock.now()),
    );
    await transact(tests);
    clock.advance(1);
    await send('POST', `/webhook-endpoints/${id}/deliveries/${failed.id}/retry`, { token: admin });
    await deliverAll();
    expect(receiver.received).toHaveLength(2);
  });

  test('is accepted ten times a minute for each endpoint, and then is a 429', async () => {
    const clock = fakeClock('2026-03-01T12:00:20.000Z');
    const { admin: token } = await createBrand('scale');
    const [{ id }, { id: other }] = [await createWebhook(token), await createWebhook(token)];
    const sendTest = (endpoint: string) => send('POST', `/webhook-endpoints/${endpoint}/test`, { token });
    for (let sent = 0; sent < 10; sent += 1) expect((await sendTest(id)).status).toBe(202);
    const refused = await sendTest(id);
    expect([refused.status, refused.json.code]).toEqual([429, 'webhook_test_limit_reached']);
    expect(refused.headers['retry-after']).toBe('40');
    expect((await sendTest(other)).status).toBe(202);
    const { json } = await send('GET', `/webhook-endpoints/${id}/deliveries`, { token });
    expect(json.data).toHaveLength(10);
    clock.advance(40);
    expect((await sendTest(id)).status).toBe(202);
  });
});

describe('POST /v1/webhook-endpoints/{id}/replay', () => {
  test('sends the events of a time again, with their ids, and only those of the types', async () => {
    const clock = fakeClock();
    const receiver = await receiverOfTest();
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.*'] });
    const from = clock.now().toISOString();
    for (let made = 0; made < 30; made += 1) await inviteActive(admin);
    await deliverAll();
    const before = idsAt(receiver);
    expect(new Set(before).size).toBe(60);
    clock.advance(3600);
    const to = clock.now().toISOString();
    clock.advance(1);
    await inviteActive(admin);
    await deliverAll();
    const seen = receiver.received.length;
    const body = { from, to, types: ['affiliate.invited'] };
    await send('POST', `/webhook-endpoints/${id}/replay`, { token: admin, body });
    await deliverAll();
    const replayed = idsAt(receiver).slice(seen);
    expect(replayed).toHaveLength(30);
    expect(new Set(replayed).size).toBe(30);
    expect(before).toEqual(expect.arrayContaining(replayed));
    const { json } = await send('GET', `/webhook-endpoints/${id}/deliveries?limit=100`, { token: admin });
    expect(json.meta.total).toBe(62);
  });

  test('sends all events before the end of its time, also if they are more than a batch and were recorded together with later ones', async () => {
    const clock = fakeClock();
    const receiver = await receiverOfTest();
    const { id } = await createWebhook(admin, { url: receiver.url, events: ['payout.paid'] });
    const from = clock.now().toISOString();
    const invite = (affiliates: readonly object[]) =>
      send('POST', '/affiliates/bulk', { token: admin, body: { affiliates } });
    await invite(Array.from({ length: 22 }, () => ({ email: unusedEmail() })));
    clock.advance(3600);
    const to = clock.now().toISOString();
    await invite([{ email: unusedEmail() }]);
    // The events of both times are recorded together, so that they are read together.
    await deliverAll();
    const body = { from, to, types: ['affiliate.invited'] };
    await send('POST', `/webhook-endpoints/${id}/replay`, { token: admin, body });
    await deliverAll();
    expect(idsAt(receiver)).toHaveLength(22);
    expect(new Set(idsAt(receiver)).size).toBe(22);
  });

  test('refuses a time that is empty or too long ago', async () => {
    const { id } = await createWebhook(admin);
    const replay = (body: object) => send('POST', `/webhook-endpoints/${id}/replay`, { token: admin, body });
    const at = '2026-03-01T09:30:00Z';
    expect((await replay({ from: at, to: at })).json.details).toEqual([
      { path: 'from', message: 'Must be before `to`' },
    ]);
    expect((await replay({ from: '2020-03-01T09:30:00Z' })).json.details[0].message).toContain(
      'within the last 90 days',
    );
  });
});

test('an endpoint that fails is paused, and later events wait until the pause ends', async () => {
  const clock = fakeClock();
  const receiver = await receiverOfTest(behaviours.answer(500));
  const { id } = await createWebhook(admin, { url: receiver.url, events: ['affiliate.invited'] });
  await inviteActive(admin);
  await deliverAll();
  await inviteActive(admin);
  await deliverAll();
  expect(receiver.received).toHaveLength(1);
  receiver.become(behaviours.healthy);
  clock.advance(6);
  await runWorker({ brandId, endpointId: id });
  expect(new Set(idsAt(receiver)).size).toBe(2);
  expect(receiver.received).toHaveLength(3);
});

test('Slack and Discord receive one line of text', async () => {
  const [slack, discord] = [await receiverOfTest(), await receiverOfTest()];
  await createWebhook(admin, { url: slack.url, events: ['affiliate.activated'], format: 'slack' });
  await createWebhook(admin, { url: discord.url, events: ['affiliate.activated'], format: 'discord' });
  const { id } = await inviteActive(admin, { name: 'Ada' });
  await deliverAll();
  expect(JSON.parse(slack.received[0]?.body ?? '')).toEqual({
    text: `Ada became active (affiliate.activated ${id})`,
    mrkdwn: false,
  });
  expect(JSON.parse(discord.received[0]?.body ?? '')).toEqual({
    content: `Ada became active (affiliate.activated ${id.replace('_', String.raw`\_`)})`,
    allowed_mentions: { parse: [] },
  });
});
