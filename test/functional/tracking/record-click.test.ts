import { expect, test, vi } from 'vitest';
import { handler as recordClick } from '#functions/tracking/record-click.ts';
import { httpEvent } from '#infra/local/http-event.ts';
import { newId } from '#lib/shared/ids.ts';
import { logger } from '#lib/shared/logger.ts';
import { aFewAtATime, atOnce } from '#test/support/at-once.ts';
import { clicksOf, textOf, visitsOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, type Sent, send } from '#test/support/service.ts';

const { admin, member } = await createBrand('scale');
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** A creator who has never been clicked on. */
async function creator(body: object = {}) {
  return invite(admin, { trackingCode: unusedCode(), ...body });
}

const report = (code: string, body?: unknown, sent: Sent = {}) =>
  send('POST', `/tracking/ref/${code}`, { token: admin, body, ...sent });

test('a click is recorded, counted, and stored with what tells about it', async () => {
  const clock = fakeClock('2026-03-01T09:30:00.000Z');
  const { admin: token, brand: own } = await createBrand();
  const campaign = await createCampaign(token, { status: 'active' });
  const { id: affiliateId } = await invite(token, { trackingCode: 'Ada-Summer' });
  const answer = await report(
    'Ada-Summer',
    {
      campaignId: campaign.id,
      visitorId: 'visitor-1',
      userAgent: browser,
      referrer: 'https://blog.example.test/post?id=7#top',
      country: 'DE',
    },
    { token },
  );
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    data: {
      clickId: expect.stringMatching(/^clk_[0-9A-Z]{26}$/),
      affiliateId,
      trackingCode: 'Ada-Summer',
      campaignId: campaign.id,
      recordedAt: clock.now().toISOString(),
      counted: true,
      reason: null,
    },
  });
  const { clickId } = answer.json.data;
  const [visit, ...others] = await visitsOf(affiliateId);
  expect(others).toEqual([]);
  const [time, tail] = [clickId.slice(4, 14), clickId.slice(14)];
  expect(visit).toEqual({
    pk: `${own.id}#CLICK#2026-03-01#${tail[0]}`,
    sk: tail,
    type: 'visit',
    brandId: own.id,
    affiliateId,
    trackingCode: 'Ada-Summer',
    visitor: expect.stringMatching(/^[\w-]{8}$/),
    expiresAt: Date.parse('2026-05-31T00:00:00.000Z') / 1000,
    clicks: new Set([
      expect.stringMatching(
        new RegExp(`^${time}[0-9A-Z]{4}\\|\\|${campaign.id.slice(4)}\\|d\\|DE\\|blog\\.example\\.test$`),
      ),
    ]),
  });
  expect(await clicksOf(affiliateId)).toMatchObject([
    { id: clickId, campaignId: campaign.id, recordedAt: '2026-03-01T09:30:00.000Z', reason: null },
  ]);
});

test('a click without any body is counted, and so is each one after it', async () => {
  const { id, trackingCode } = await creator();
  const answers = await atOnce(3, () => report(trackingCode));
  expect(answers.map(({ status, json }) => [status, json.data.counted, json.data.campaignId])).toEqual([
    [201, true, null],
    [201, true, null],
    [201, true, null],
  ]);
  expect(new Set(answers.map(({ json }) => json.data.clickId)).size).toBe(3);
  expect(await visitsOf(id)).toHaveLength(3);
  expect((await clicksOf(id)).map(({ visitor, reason }) => [visitor, reason])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

test.each([
  ['an empty object', {}],
  ['a user agent and a referrer, but no visitor', { userAgent: browser, referrer: 'https://x.test/' }],
])('%s as body counts every time', async (_, body) => {
  const { id, trackingCode } = await creator();
  const answers = [await report(trackingCode, body), await report(trackingCode, body)];
  expect(answers.map(({ status, json }) => [status, json.data.counted])).toEqual([
    [201, true],
    [201, true],
  ]);
  expect(await clicksOf(id)).toHaveLength(2);
});

test('the code may be written in any case, and is answered as the creator has it', async () => {
  const code = `MiXed-${unusedCode()}`;
  const { id } = await creator({ trackingCode: code });
  const upper = await report(code.toUpperCase(), { visitorId: 'v' });
  expect(upper.json.data).toMatchObject({ affiliateId: id, trackingCode: code, counted: true });
  const lower = await report(code.toLowerCase(), { visitorId: 'v' });
  expect([lower.status, lower.json.data.clickId]).toEqual([200, upper.json.data.clickId]);
});

test('the same visitor and code within the hour is a duplicate, and answers with the first click', async () => {
  const clock = fakeClock('2026-03-02T10:00:00.000Z');
  const { admin: token } = await createBrand();
  const campaign = await createCampaign(token, { status: 'active' });
  const { id, trackingCode } = await invite(token);
  const first = await report(trackingCode, { visitorId: 'v', campaignId: campaign.id }, { token });
  clock.advance(60);
  const second = await report(trackingCode, { visitorId: 'v' }, { token });
  expect(second.status).toBe(200);
  expect(second.json.data).toEqual({ ...first.json.data, counted: false, reason: 'duplicate' });
  expect((await clicksOf(id)).map((click) => [click.campaignId, click.reason])).toEqual([
    [campaign.id, null],
    [null, 'duplicate'],
  ]);
  expect(await visitsOf(id)).toHaveLength(1);
});

test('the hour is counted from the first click, ends to the millisecond, and then begins with a new first', async () => {
  const clock = fakeClock('2026-03-03T10:00:00.000Z');
  const { admin: token } = await createBrand();
  const { trackingCode } = await invite(token);
  const at = async (time: string) => {
    clock.set(`2026-03-03T${time}Z`);
    const { status, json } = await report(trackingCode, { visitorId: 'v' }, { token });
    return { status, id: json.data.clickId, counted: json.data.counted };
  };
  const first = await at('10:00:00.000');
  expect(first).toMatchObject({ status: 201, counted: true });
  expect(await at('10:30:00.000')).toEqual({ status: 200, id: first.id, counted: false });
  expect(await at('10:59:59.000')).toEqual({ status: 200, id: first.id, counted: false });
  expect(await at('10:59:59.999')).toEqual({ status: 200, id: first.id, counted: false });
  const second = await at('11:00:00.000');
  expect(second).toMatchObject({ status: 201, counted: true });
  expect(second.id).not.toBe(first.id);
  expect(await at('11:59:59.999')).toEqual({ status: 200, id: second.id, counted: false });
});

test('another visitor, and the same visitor on another code, count', async () => {
  const [one, other] = [await creator(), await creator()];
  const answers = [
    await report(one.trackingCode, { visitorId: 'v' }),
    await report(one.trackingCode, { visitorId: 'w' }),
    await report(other.trackingCode, { visitorId: 'v' }),
  ];
  expect(answers.map(({ status, json }) => [status, json.data.counted])).toEqual([
    [201, true],
    [201, true],
    [201, true],
  ]);
});

test('of one visitor’s clicks at the same moment exactly one counts, and none is lost', async () => {
  const { id, trackingCode } = await creator();
  const answers = await atOnce(20, () => report(trackingCode, { visitorId: 'v' }));
  const counted = answers.filter(({ status }) => status === 201);
  expect(counted).toHaveLength(1);
  const clicks = await clicksOf(id);
  expect(clicks).toHaveLength(20);
  // A click that began a few milliseconds earlier may be stored later, so a repeat may name either of the two.
  const ids = clicks.map((click) => click.id);
  for (const { json } of answers) expect(ids).toContain(json.data.clickId);
});

test('a bot is told by its user agent, is kept, and hides no visitor’s click', async () => {
  const { id, trackingCode } = await creator();
  const bot = await report(trackingCode, { visitorId: 'v', userAgent: crawler });
  expect([bot.status, bot.json.data.counted, bot.json.data.reason]).toEqual([201, false, 'bot']);
  expect((await clicksOf(id)).map(({ reason }) => reason)).toEqual(['bot']);
  const person = await report(trackingCode, { visitorId: 'v', userAgent: browser });
  expect([person.status, person.json.data.counted]).toEqual([201, true]);
});

test('the user agent of the brand’s own server says nothing about the visitor', async () => {
  const { trackingCode } = await creator();
  const answer = await report(trackingCode, {}, { headers: { 'user-agent': crawler } });
  expect(answer.json.data).toMatchObject({ counted: true, reason: null });
});

test.each([
  ['invited', [], true],
  ['active', ['active'], true],
  ['paused', ['active', 'paused'], false],
  ['banned', ['banned'], false],
])('clicks on a creator who is %s: counted or inactive', async (_, path, counts) => {
  const { id, trackingCode } = await creator();
  for (const status of path) await patch(admin, `/affiliates/${id}`, { status });
  const answer = await report(trackingCode, { visitorId: 'v' });
  expect(answer.status).toBe(201);
  expect(answer.json.data).toMatchObject({ counted: counts, reason: counts ? null : 'inactive' });
  expect((await clicksOf(id)).map(({ reason }) => reason)).toEqual([counts ? null : 'inactive']);
});

test('a creator who is active again counts at once, and an inactive click made no first', async () => {
  const { id, trackingCode } = await creator();
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  await patch(admin, `/affiliates/${id}`, { status: 'paused' });
  await report(trackingCode, { visitorId: 'v' });
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  expect((await report(trackingCode, { visitorId: 'v' })).json.data).toMatchObject({ counted: true });
});

test.each([
  ['draft', [], false],
  ['active', ['active'], true],
  ['paused', ['active', 'paused'], false],
  ['ended', ['active', 'ended'], false],
])('clicks for a campaign that is %s: counted or inactive', async (_, path, counts) => {
  const { trackingCode } = await creator();
  const campaign = await createCampaign(admin);
  for (const status of path) await patch(admin, `/campaigns/${campaign.id}`, { status });
  const answer = await report(trackingCode, { campaignId: campaign.id });
  expect(answer.status).toBe(201);
  expect(answer.json.data).toMatchObject({
    campaignId: campaign.id,
    counted: counts,
    reason: counts ? null : 'inactive',
  });
});

test('a bot on a banned creator is counted as a bot', async () => {
  const { id, trackingCode } = await creator();
  await patch(admin, `/affiliates/${id}`, { status: 'banned' });
  expect((await report(trackingCode, { userAgent: crawler })).json.data.reason).toBe('bot');
});

test('an unknown code, another brand’s code and what is no code at all answer the same, and nothing is stored', async () => {
  const { admin: foreign } = await createBrand();
  const { trackingCode } = await invite(foreign);
  const before = await allItems();
  const notFound = refusal(404, 'Tracking code not found');
  for (const code of [unusedCode(), trackingCode, 'x', '%2E%2E%2F', 'a%00b', 'ä'.repeat(5), 'a'.repeat(41)]) {
    const answer = await report(code, { visitorId: 'v' });
    expectRefusal(answer, notFound);
  }
  const texts = [unusedCode(), trackingCode].map((code) => report(code).then(({ text }) => text));
  expect(new Set(await Promise.all(texts)).size).toBe(1);
  expect(await allItems()).toEqual(before);
});

/** The handler itself, for what the gateway of one machine does not let through. */
const handle = (code: string, event: object = {}) =>
  recordClick({
    ...httpEvent(
      {
        method: 'POST',
        url: `/v1/tracking/ref/${code}`,
        headers: [
          ['authorization', `Bearer ${admin}`],
          ['content-type', 'application/json'],
        ],
        body: Buffer.alloc(0),
        sourceIp: '203.0.113.7',
        requestId: 'request',
        receivedAt: new Date(),
      },
      { routeKey: 'POST /v1/tracking/ref/{code}', pathParameters: { code } },
    ),
    ...event,
  });

test.each([41, 2100, 8000])('a code of %i characters is as unknown as others', async (length) => {
  const answer = await handle('a'.repeat(length));
  expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toEqual([
    404,
    refusal(404, 'Tracking code not found'),
  ]);
});

test('a body in Base64 is read like any other', async () => {
  const { id, trackingCode } = await creator();
  const campaign = await createCampaign(admin, { status: 'active' });
  const body = JSON.stringify({ campaignId: campaign.id, visitorId: 'v' });
  const sent = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  const log = vi.spyOn(logger, 'info');
  const first = await handle(trackingCode, sent);
  const [, line] = log.mock.lastCall ?? [];
  log.mockRestore();
  expect(first.statusCode).toBe(201);
  expect(line).toMatchObject({ dynamodb: { roundTrips: 2 } });
  expect(JSON.parse(first.body ?? '').data).toMatchObject({ affiliateId: id, campaignId: campaign.id });
  expect((await handle(trackingCode, sent)).statusCode).toBe(200);
});

test('an unknown campaign, another brand’s and what is no campaign are refused by the name of the field', async () => {
  const { trackingCode } = await creator();
  const { admin: foreign } = await createBrand();
  const theirs = await createCampaign(foreign, { status: 'active' });
  const before = await allItems();
  for (const campaignId of [newId('campaign', new Date()), theirs.id, 'cmp_1', '']) {
    expectRefusal(
      await report(trackingCode, { campaignId }),
      refusal(400, 'Invalid request body', [{ path: 'campaignId', message: 'Campaign not found' }]),
    );
  }
  expect(await allItems()).toEqual(before);
});

test('a campaign is found however its id is written in the JSON', async () => {
  const { trackingCode } = await creator();
  const [active, paused] = [
    await createCampaign(admin, { status: 'active' }),
    await createCampaign(admin, { status: 'active' }),
  ];
  await patch(admin, `/campaigns/${paused.id}`, { status: 'paused' });
  const escaped = [...active.id].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const bodies = {
    'escaped id': `{"campaignId":"${escaped}"}`,
    'escaped name': `{"c\\u0061mpaignId":"${active.id}"}`,
    'line breaks': `{\n\t"campaignId"\r\n :\t"${active.id}" }`,
    'named in another field first': JSON.stringify({
      visitorId: `"campaignId":"${paused.id}"`,
      campaignId: active.id,
    }),
    'named in another field with quotes': `{"referrer":"{\\"campaignId\\":\\"${paused.id}\\"}","campaignId":"${active.id}"}`,
    'twice, the last of which holds': `{"campaignId":"${paused.id}","campaignId":"${active.id}"}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { status, json } = await report(trackingCode, body);
    expect([name, status, json.data?.campaignId, json.data?.counted]).toEqual([name, 201, active.id, true]);
  }
});

test.each([
  ['unknown field', { visitor: 'v' }, 'visitor'],
  ['empty visitor', { visitorId: '' }, 'visitorId'],
  ['long visitor', { visitorId: 'v'.repeat(129) }, 'visitorId'],
  ['visitor that is a number', { visitorId: 7 }, 'visitorId'],
  ['long user agent', { userAgent: 'u'.repeat(1025) }, 'userAgent'],
  ['long referrer', { referrer: 'r'.repeat(2049) }, 'referrer'],
  ['country of three letters', { country: 'DEU' }, 'country'],
  ['country in small letters', { country: 'de' }, 'country'],
  ['null', null, ''],
  ['a list', [], ''],
])('%s in the body is a 400 that names it', async (_, body, path) => {
  const { id, trackingCode } = await creator();
  const answer = await report(trackingCode, body);
  expect(answer.status).toBe(400);
  expect(answer.json.details).toEqual([{ path, message: expect.any(String) }]);
  expect(await clicksOf(id)).toEqual([]);
});

test('a wrong body is refused before the code is looked at', async () => {
  expect((await report(unusedCode(), { visitor: 'v' })).status).toBe(400);
  expect((await report(unusedCode(), '{')).status).toBe(400);
  expect((await report(unusedCode(), {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
});

test('a member may not record clicks, nor learn which codes exist', async () => {
  const { id, trackingCode } = await creator();
  for (const code of [trackingCode, unusedCode()]) {
    const answer = await report(code, undefined, { token: member });
    expectRefusal(answer, refusal(403, 'Your role does not allow this action'));
  }
  expect(await clicksOf(id)).toEqual([]);
});

test('the longest clicks there can be are stored in 1 KB, and neither the visitor’s id nor the page is', async () => {
  const { id, trackingCode } = await creator({ trackingCode: 'c'.repeat(40) });
  const campaign = await createCampaign(admin, { status: 'active' });
  const host = `${'h'.repeat(60)}.${'o'.repeat(60)}.${'s'.repeat(60)}.${'t'.repeat(60)}.test`;
  const visitorId = 'the-visitor-id-of-the-brand';
  const longest = {
    campaignId: campaign.id,
    visitorId,
    userAgent: browser.padEnd(1024, 'u'),
    referrer: `https://${host}/secret-path?secret-query`,
    country: 'DE',
  };
  for (const time of [1, 2, 3, 4, 5]) {
    expect([time, (await report(trackingCode, longest)).status]).toEqual([time, time === 1 ? 201 : 200]);
  }
  expect(new Set((await clicksOf(id)).map(({ referrerHost }) => referrerHost))).toEqual(
    new Set([host.slice(-64)]),
  );
  const [visit, ...others] = await visitsOf(id);
  expect(others).toEqual([]);
  const stored = textOf(visit);
  for (const secret of [visitorId, 'secret-path', 'secret-query', 'uuu']) {
    expect(stored).not.toContain(secret);
  }
  expect(Buffer.byteLength(textOf(visit))).toBeLessThan(1024);
});

test('a click of an ordinary size leaves room for nine more of its visitor in 1 KB', async () => {
  const { id, trackingCode } = await creator();
  const campaign = await createCampaign(admin, { status: 'active' });
  const body = { campaignId: campaign.id, visitorId: 'v', userAgent: browser, country: 'DE' };
  for (let time = 0; time < 10; time += 1) {
    await report(trackingCode, { ...body, referrer: 'https://www.instagram.com/' });
  }
  const [visit] = await visitsOf(id);
  expect(visit?.clicks).toHaveProperty('size', 10);
  expect(Buffer.byteLength(textOf(visit))).toBeLessThan(1024);
});

test('a visit holds 64 clicks; those beyond stand by themselves, as repeats, and none is lost', async () => {
  const { id, trackingCode } = await creator();
  const first = await report(trackingCode, { visitorId: 'crowd' });
  const log = vi.spyOn(logger, 'info');
  const answers = await aFewAtATime(69, () => report(trackingCode, { visitorId: 'crowd' }));
  const roundTrips = log.mock.calls.map(([, line]) => Object(line).dynamodb.roundTrips);
  log.mockRestore();
  expect(Math.max(...roundTrips)).toBe(3);
  expect(roundTrips.filter((trips) => trips === 3)).toHaveLength(6);
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.data.clickId}`))).toEqual(
    new Set([`200 ${first.json.data.clickId}`]),
  );
  const clicks = await clicksOf(id);
  expect(await visitsOf(id)).toHaveLength(1 + 6);
  expect(Object.groupBy(clicks, ({ reason }) => reason ?? 'counted')).toEqual({
    counted: [expect.objectContaining({ id: first.json.data.clickId })],
    duplicate: Array.from({ length: 69 }, () => expect.anything()),
  });
  const bot = await report(trackingCode, { visitorId: 'crowd', userAgent: crawler });
  expect([bot.status, bot.json.data.reason]).toEqual([201, 'bot']);
});

test('a visitor who comes back after midnight is another one: that a visit repeats is told within a day', async () => {
  const clock = fakeClock('2026-03-05T23:59:59.999Z');
  const { admin: token } = await createBrand();
  const { id, trackingCode } = await invite(token);
  const statuses = [];
  for (const time of ['2026-03-05T23:59:59.999Z', '2026-03-06T00:00:00.000Z', '2026-03-06T00:00:00.001Z']) {
    clock.set(time);
    statuses.push((await report(trackingCode, { visitorId: 'v' }, { token })).status);
  }
  expect(statuses).toEqual([201, 201, 200]);
  expect(await visitsOf(id)).toHaveLength(2);
});

test.each(['', 'about:blank', 'no address', 'javascript:alert(1)', 'android-app://com.example.app/'])(
  'the referrer %j is no reason to refuse a click',
  async (referrer) => {
    const { trackingCode } = await creator();
    expect((await report(trackingCode, { referrer })).status).toBe(201);
  },
);

test('the same visitor id is another visitor in another brand', async () => {
  const { admin: foreign } = await createBrand();
  const [ours, theirs] = [await creator(), await invite(foreign)];
  await report(ours.trackingCode, { visitorId: 'v' });
  await report(theirs.trackingCode, { visitorId: 'v' }, { token: foreign });
  const visitors = [await clicksOf(ours.id), await clicksOf(theirs.id)].map(([click]) => click?.visitor);
  expect(new Set(visitors).size).toBe(2);
});
