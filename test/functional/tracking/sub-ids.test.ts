import { expect, onTestFinished, test, vi } from 'vitest';
import { transport } from '#lib/clicks/tracking/link/table-call.ts';
import { storeLine } from '#lib/clicks/tracking/store/replay.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { clicksOf, textOf, visitsOf } from '#test/support/clicks.ts';
import { invite, unusedCode } from '#test/support/creations.ts';
import { takeNewEvents } from '#test/support/events.ts';
import { createBrand, send } from '#test/support/service.ts';

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
const follow = (path: string) => send('GET', `/tracking/ref/${path}`, { headers });
const clickIdOf = (location = '') => new URL(location).searchParams.get('clickId') ?? '';

async function brandWithCreator() {
  const { admin } = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  return { admin, id, code: trackingCode };
}

test('a link stores its sub ids with the click and passes them on to the landing page', async () => {
  const { id, code } = await brandWithCreator();
  const { headers: answered } = await follow(`${code}?sub1=story-7&sub5=a%20b&utm_source=ig`);
  expect(answered.location).toContain('&sub1=story-7&sub5=a%20b&utm_source=ig');
  expect((await clicksOf(id)).map(({ subIds }) => subIds)).toEqual([{ sub1: 'story-7', sub5: 'a b' }]);
});

test('a link ignores a sub id that is empty, too long, an e-mail address or not printable, and keeps the others', async () => {
  const { id, code } = await brandWithCreator();
  const texts = ['', 'x'.repeat(65), 'ada%40blog.test', 'a%0Ab', 'a%7Cb', '%C3%A4', '%00', '%E2%80%8B'];
  for (const text of texts) await follow(`${code}?sub1=${text}&sub2=kept&sub6=x&SUB3=x`);
  const clicks = await clicksOf(id);
  expect(clicks.map(({ subIds }) => subIds)).toEqual(texts.map(() => ({ sub2: 'kept' })));
  expect((await visitsOf(id)).map(textOf).join()).not.toContain('blog.test');
});

test('a link reads the first of several sub ids with one name, also after an ampersand of HTML', async () => {
  const { id, code } = await brandWithCreator();
  await follow(`${code}?x=1&amp;sub1=first&sub1=second`);
  expect((await clicksOf(id)).map(({ subIds }) => subIds)).toEqual([{ sub1: 'first' }]);
});

test('a click with the longest sub ids is smaller than one capacity unit, and is read back', async () => {
  const { id, code } = await brandWithCreator();
  const longest = Object.fromEntries([1, 2, 3, 4, 5].map((nth) => [`sub${nth}`, String(nth).repeat(64)]));
  await follow(`${code}?${new URLSearchParams(longest)}`);
  const [visit] = await visitsOf(id);
  expect(Buffer.byteLength(textOf(visit))).toBeLessThan(1024);
  expect((await clicksOf(id)).map(({ subIds }) => subIds)).toEqual([longest]);
});

test('a reported click stores its sub ids, and a duplicate returns those of the click that it repeats', async () => {
  const { admin: token, id, code } = await brandWithCreator();
  const report = (body: object) => send('POST', `/tracking/ref/${code}`, { token, body });
  const first = await report({ visitorId: 'v', subIds: { sub1: 'story-7' } });
  expect([first.status, first.json.data.subIds]).toEqual([201, { sub1: 'story-7' }]);
  const second = await report({ visitorId: 'v', subIds: { sub1: 'other' } });
  expect([second.status, second.json.data.subIds]).toEqual([200, { sub1: 'story-7' }]);
  expect((await clicksOf(id)).map(({ subIds }) => subIds?.sub1)).toEqual(['story-7', 'other']);
  for (const subIds of [{ sub1: '' }, { sub1: 'ada@blog.test' }, { sub6: 'x' }, { sub1: 'x'.repeat(65) }])
    expect((await report({ subIds })).status).toBe(400);
});

test('the receipt of an order and its event have the sub ids of the click', async () => {
  const { admin: token, code } = await brandWithCreator();
  const { headers: answered } = await follow(`${code}?sub1=story-7&sub2=blue`);
  await takeNewEvents();
  const body = { orderId: unusedCode(), amount: 10, clickId: clickIdOf(answered.location) };
  const { status, json } = await send('POST', '/conversions', { token, body });
  expect(status).toBe(201);
  const order = json.data;
  const subIds = { sub1: 'story-7', sub2: 'blue' };
  expect(order.receipt.candidates).toMatchObject([{ source: 'click', subIds }]);
  const read = await send('GET', `/conversions/${order.id}`, { token });
  expect(read.json.data.receipt).toEqual(order.receipt);
  const recorded = (await takeNewEvents()).find(({ type }) => type === 'conversion.recorded');
  expect(recorded).toMatchObject({ data: { receipt: { candidates: [{ source: 'click', subIds }] } } });
});

test('a click that was only logged keeps its sub ids', async () => {
  const { id, code } = await brandWithCreator();
  await send('HEAD', `/tracking/ref/${code}`, { headers });
  const log = vi.spyOn(logger, 'error').mockReturnValue();
  const table = vi.spyOn(transport, 'send').mockRejectedValue(new Error('unavailable'));
  onTestFinished(() => log.mockRestore());
  await follow(`${code}?sub3=story-7`);
  table.mockRestore();
  const [message, fields] = log.mock.lastCall ?? [];
  await storeLine(JSON.stringify({ message, ...Object(fields) }));
  expect((await clicksOf(id)).map(({ subIds }) => subIds)).toContainEqual({ sub3: 'story-7' });
});
