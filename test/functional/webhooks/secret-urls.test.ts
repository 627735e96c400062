// Tests that the secret part of a webhook endpoint's URL is shown only when the endpoint is created.
import { beforeAll, expect, test } from 'vitest';
import { createApiKey, createWebhook, patch } from '#test/support/creations.ts';
import { followFeed, followTrail, recordAllEvents } from '#test/support/events.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { deliverAll, discardDeliveries } from '#test/support/webhook-workers.ts';

const url = 'https://hooks.slack.com/services/T000/B000/first-secret';
const shown = 'https://hooks.slack.com/…';

let session: string;
let admin: string;
beforeAll(async () => {
  await discardDeliveries();
  ({ admin: session } = await createBrand('scale'));
  admin = (await createApiKey(session)).key;
});

const pathOf = (id: string): string => `/webhook-endpoints/${id}`;

test('the URL of a Slack endpoint is complete in the response to its creation, and nowhere else', async () => {
  const other = await receiverOfTest();
  await createWebhook(admin, { url: other.url, events: ['webhook_endpoint.*'] });
  const created = await createWebhook(admin, { url, format: 'slack', events: ['settings.*'] });
  expect(created.url).toBe(url);

  const path = pathOf(created.id);
  const changed = { url: 'https://hooks.slack.com/services/T000/B001/second-secret' };
  const responses = [
    await send('PATCH', path, { token: admin, body: changed }),
    await send('POST', `${path}/rotate-secret`, { token: admin }),
    await send('GET', path, { token: admin }),
    await send('GET', '/webhook-endpoints', { token: admin }),
  ];
  await send('DELETE', path, { token: admin });
  await deliverAll();

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(responses[0]?.json.data).toMatchObject({ url: shown, urlChangedAt: expect.any(String) });
  const received = other.received.map(({ body }) => body);
  expect(received.filter((body) => body.includes(created.id))).toHaveLength(4);
  const everything = [
    responses.map(({ text }) => text),
    received,
    await followFeed(admin),
    await followTrail(session),
  ];
  expect(JSON.stringify(everything)).not.toMatch(/first-secret|second-secret/);
});

test('the audit trail shows that a URL changed, without its secret part', async () => {
  const { id } = await createWebhook(admin, { url, format: 'slack', events: ['settings.*'] });
  const { urlChangedAt } = await patch(admin, pathOf(id), { url: `${url}-2` });
  await recordAllEvents();
  const [entry] = (await followTrail(session)).filter(({ resourceId }) => resourceId === id);
  expect(entry).toMatchObject({ type: 'webhook_endpoint.updated', data: { url: shown } });
  expect(entry?.changes).toEqual({ urlChangedAt: { before: null, after: urlChangedAt } });
});

test('the query of every URL is hidden, and the path of a JSON endpoint is shown', async () => {
  const { id } = await createWebhook(admin, { url: 'https://hooks.acme.test/events?token=secret' });
  const { json } = await send('GET', pathOf(id), { token: admin });
  expect(json.data.url).toBe('https://hooks.acme.test/events?…');
});

test('a URL whose secret part is hidden is a 400 that says what to send instead', async () => {
  const { id } = await createWebhook(admin, { url, format: 'slack' });
  const body = { url: shown };
  const answers = [
    await send('PATCH', pathOf(id), { token: admin, body }),
    await send('POST', '/webhook-endpoints', { token: admin, body }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(answers[0]?.json.details).toEqual([
    {
      path: 'url',
      message:
        'Must be the complete URL. `…` hides its secret part: to keep the present URL, leave out `url`',
    },
  ]);
});

test('the format of a Slack endpoint changes to JSON only together with its URL', async () => {
  const { id } = await createWebhook(admin, { url: 'https://chat.acme.test/hooks/secret', format: 'slack' });
  const change = (body: object) => send('PATCH', pathOf(id), { token: admin, body });
  const refused = await change({ format: 'json' });
  expect([refused.status, refused.json.details]).toEqual([
    400,
    [{ path: 'url', message: 'Send the URL that receives JSON, because the present one is for slack' }],
  ]);
  const events = 'https://hooks.acme.test/events';
  expect((await change({ format: 'json', url: events })).json.data).toMatchObject({
    format: 'json',
    url: events,
  });
});
