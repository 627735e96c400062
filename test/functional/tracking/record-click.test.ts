import { expect, test, vi } from 'vitest';
import { handler as recordClick } from '#functions/tracking/record-click.ts';
import { httpEvent } from '#infra/local/http-event.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { clicksOf, textOf, visitsOf } from '#test/support/clicks.ts';
import { runConcurrently, runInBatches } from '#test/support/concurrent.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, type RequestOptions, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const { admin, member } = await createBrand('scale');
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

async function newCreator(body: object = {}) {
  return invite(admin, { trackingCode: unusedCode(), ...body });
}

const postClick = (code: string, body?: unknown, sent: RequestOptions = {}) =>
  send('POST', `/tracking/ref/${code}`, { token: admin, body, ...sent });

test('a reported click is counted and stored with its campaign, device, country and referrer host', async () => {
  const clock = fakeClock('2026-03-01T09:30:00.000Z');
  const { admin: token, brand } = await createBrand();
  const campaign = await createCampaign(token, { status: 'active' });
  const { id: affiliateId } = await invite(token, { trackingCode: 'Ada-Summer' });
  const answer = await postClick(
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
      linkId: null,
      subIds: null,
      counted: true,
      reason: null,
    },
  });
  const { clickId } = answer.json.data;
  const [visit, ...others] = await visitsOf(affiliateId);
  expect(others).toEqual([]);
  const [timePart, visitSuffix] = [clickId.slice(4, 14), clickId.slice(14)];
  expect(visit).toEqual({
    pk: `${brand.id}#CLICK#2026-03-01#${visitSuffix[0]}`,
    sk: visitSuffix,
    type: 'visit',
    brandId: brand.id,
    affiliateId,
    trackingCode: 'Ada-Summer',
    visitor: expect.stringMatching(/^[\w-]{8}$/),
    expiresAt: Date.parse('2026-05-31T00:00:00.000Z') / 1000,
    clicks: new Set([
      expect.stringMatching(
        new RegExp(`^${timePart}[0-9A-Z]{4}\\|\\|${campaign.id.slice(4)}\\|d\\|DE\\|blog\\.example\\.test$`),
      ),
    ]),
  });
  expect(await clicksOf(affiliateId)).toMatchObject([
    { id: clickId, campaignId: campaign.id, recordedAt: '2026-03-01T09:30:00.000Z', reason: null },
  ]);
});

test('every reported click without a body is counted', async () => {
  const { id, trackingCode } = await newCreator();
  const answers = await runConcurrently(3, () => postClick(trackingCode));
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
  ['an empty body', {}],
  ['a body without a visitorId', { userAgent: browser, referrer: 'https://x.test/' }],
])('every reported click with %s is counted', async (_, body) => {
  const { id, trackingCode } = await newCreator();
  const answers = [await postClick(trackingCode, body), await postClick(trackingCode, body)];
  expect(answers.map(({ status, json }) => [status, json.data.counted])).toEqual([
    [201, true],
    [201, true],
  ]);
  expect(await clicksOf(id)).toHaveLength(2);
});

test('a reported click ignores the case of the code and returns the code as the creator has it', async () => {
  const code = `MiXed-${unusedCode()}`;
  const { id } = await newCreator({ trackingCode: code });
  const upper = await postClick(code.toUpperCase(), { visitorId: 'v' });
  expect(upper.json.data).toMatchObject({ affiliateId: id, trackingCode: code, counted: true });
  const lower = await postClick(code.toLowerCase(), { visitorId: 'v' });
  expect([lower.status, lower.json.data.clickId]).toEqual([200, upper.json.data.clickId]);
});

test('a second click of the same visitor within an hour is a duplicate and returns the first click', async () => {
  const clock = fakeClock('2026-03-02T10:00:00.000Z');
  const { admin: token } = await createBrand();
  const campaign = await createCampaign(token, { status: 'active' });
  const { id, trackingCode } = await invite(token);
  const first = await postClick(trackingCode, { visitorId: 'v', campaignId: campaign.id }, { token });
  clock.advance(60);
  const second = await postClick(trackingCode, { visitorId: 'v' }, { token });
  expect(second.status).toBe(200);
  expect(second.json.data).toEqual({ ...first.json.data, counted: false, reason: 'duplicate' });
  expect((await clicksOf(id)).map((click) => [click.campaignId, click.reason])).toEqual([
    [campaign.id, null],
    [null, 'duplicate'],
  ]);
  expect(await visitsOf(id)).toHaveLength(1);
});

test('the duplicate window ends exactly one hour after the counted click, and the next click starts a new window', async () => {
  const clock = fakeClock('2026-03-03T10:00:00.000Z');
  const { admin: token } = await createBrand();
  const { trackingCode } = await invite(token);
  const at = async (time: string) => {
    clock.set(`2026-03-03T${time}Z`);
    const { status, json } = await postClick(trackingCode, { visitorId: 'v' }, { token });
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

test('clicks of another visitor and clicks on another code are counted', async () => {
  const [first, second] = [await newCreator(), await newCreator()];
  const answers = [
    await postClick(first.trackingCode, { visitorId: 'v' }),
    await postClick(first.trackingCode, { visitorId: 'w' }),
    await postClick(second.trackingCode, { visitorId: 'v' }),
  ];
  expect(answers.map(({ status, json }) => [status, json.data.counted])).toEqual([
    [201, true],
    [201, true],
    [201, true],
  ]);
});

test('20 concurrent clicks of one visitor are all stored and exactly one is counted', async () => {
  const { id, trackingCode } = await newCreator();
  const answers = await runConcurrently(20, () => postClick(trackingCode, { visitorId: 'v' }));
  const counted = answers.filter(({ status }) => status === 201);
  expect(counted).toHaveLength(1);
  const clicks = await clicksOf(id);
  expect(clicks).toHaveLength(20);
  // A repeat may return either click id, because a click that began a few milliseconds earlier may be stored later.
  const ids = clicks.map((click) => click.id);
  for (const { json } of answers) expect(ids).toContain(json.data.clickId);
});

test('a click with a bot user agent is stored as filtered and does not make later clicks duplicates', async () => {
  const { id, trackingCode } = await newCreator();
  const bot = await postClick(trackingCode, { visitorId: 'v', userAgent: crawler });
  expect([bot.status, bot.json.data.counted, bot.json.data.reason]).toEqual([201, false, 'bot']);
  expect((await clicksOf(id)).map(({ reason }) => reason)).toEqual(['bot']);
  const person = await postClick(trackingCode, { visitorId: 'v', userAgent: browser });
  expect([person.status, person.json.data.counted]).toEqual([201, true]);
});

test('the User-Agent header of the brand’s server does not make a click a bot click', async () => {
  const { trackingCode } = await newCreator();
  const answer = await postClick(trackingCode, {}, { headers: { 'user-agent': crawler } });
  expect(answer.json.data).toMatchObject({ counted: true, reason: null });
});

test.each([
  ['invited', true, []],
  ['active', true, ['active']],
  ['paused', false, ['active', 'paused']],
  ['banned', false, ['banned']],
])(
  'a click on the code of a creator with the status %s returns counted: %s',
  async (_, counted, statusPath) => {
    const { id, trackingCode } = await newCreator();
    for (const status of statusPath) await patch(admin, `/affiliates/${id}`, { status });
    const answer = await postClick(trackingCode, { visitorId: 'v' });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject({ counted, reason: counted ? null : 'inactive' });
    expect((await clicksOf(id)).map(({ reason }) => reason)).toEqual([counted ? null : 'inactive']);
  },
);

test('a click is counted immediately after a paused creator becomes active, despite an earlier inactive click', async () => {
  const { id, trackingCode } = await newCreator();
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  await patch(admin, `/affiliates/${id}`, { status: 'paused' });
  await postClick(trackingCode, { visitorId: 'v' });
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  expect((await postClick(trackingCode, { visitorId: 'v' })).json.data).toMatchObject({ counted: true });
});

test.each([
  ['is a draft', false, {}, []],
  ['is active', true, {}, ['active']],
  ['is paused', false, {}, ['active', 'paused']],
  ['has ended', false, {}, ['active', 'ended']],
  ['starts tomorrow', false, { startDate: '2026-03-02' }, ['active']],
  ['starts today', true, { startDate: '2026-03-01' }, ['active']],
  ['ended yesterday', false, { endDate: '2026-02-28' }, ['active']],
  ['ends today', true, { endDate: '2026-03-01' }, ['active']],
])('a click counts for a campaign that %s: %s', async (_, isRunning, dates, statusPath) => {
  fakeClock('2026-03-01T12:00:00.000Z');
  const { admin: token } = await createBrand();
  const { id, trackingCode } = await invite(token);
  const campaign = await createCampaign(token, dates);
  for (const status of statusPath) await patch(token, `/campaigns/${campaign.id}`, { status });
  const answer = await postClick(trackingCode, { campaignId: campaign.id }, { token });
  expect(answer.status).toBe(201);
  const campaignId = isRunning ? campaign.id : null;
  expect(answer.json.data).toMatchObject({ campaignId, counted: true, reason: null });
  expect(await clicksOf(id)).toMatchObject([{ campaignId, reason: null }]);
});

test('a click without its campaign counts for the creator in the statistics, and not for the campaign', async () => {
  const { admin: token } = await createBrand();
  const { trackingCode } = await invite(token);
  const campaign = await createCampaign(token, { status: 'active' });
  const body = { campaignId: campaign.id };
  await postClick(trackingCode, body, { token });
  await patch(token, `/campaigns/${campaign.id}`, { status: 'paused' });
  await postClick(trackingCode, body, { token });
  await aggregateNewClicks();
  const statistics = async (query: string) =>
    (await send('GET', `/tracking/clicks${query}`, { token })).json.data;
  expect(await statistics('')).toMatchObject({ clicks: 2, filtered: { inactive: 0 } });
  expect(await statistics(`?campaignId=${campaign.id}`)).toMatchObject({
    clicks: 1,
    filtered: { inactive: 0 },
  });
  expect((await send('GET', `/campaigns/${campaign.id}/stats`, { token })).json.data.clicks).toBe(1);
});

test('a bot click on the code of a banned creator is filtered as bot, not as inactive', async () => {
  const { id, trackingCode } = await newCreator();
  await patch(admin, `/affiliates/${id}`, { status: 'banned' });
  expect((await postClick(trackingCode, { userAgent: crawler })).json.data.reason).toBe('bot');
});

test('POST /v1/tracking/ref/{code} returns the same 404 and stores nothing for unknown codes, malformed codes and codes of other brands', async () => {
  const { admin: foreign } = await createBrand();
  const { trackingCode } = await invite(foreign);
  const before = await allItems();
  const notFound = errorBody(404, 'Tracking code not found');
  for (const code of [unusedCode(), trackingCode, 'x', '%2E%2E%2F', 'a%00b', 'ä'.repeat(5), 'a'.repeat(41)]) {
    const answer = await postClick(code, { visitorId: 'v' });
    expectError(answer, notFound);
  }
  const texts = [unusedCode(), trackingCode].map((code) => postClick(code).then(({ text }) => text));
  expect(new Set(await Promise.all(texts)).size).toBe(1);
  expect(await allItems()).toEqual(before);
});

/** Calls the handler directly, for events that the local gateway cannot produce. */
const invokeHandler = (code: string, event: object = {}) =>
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

test.each([41, 2100, 8000])(
  'POST /v1/tracking/ref/{code} returns 404 for a code of %i characters',
  async (length) => {
    const answer = await invokeHandler('a'.repeat(length));
    expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toEqual([
      404,
      errorBody(404, 'Tracking code not found'),
    ]);
  },
);

test('POST /v1/tracking/ref/{code} decodes a Base64-encoded body', async () => {
  const { id, trackingCode } = await newCreator();
  const campaign = await createCampaign(admin, { status: 'active' });
  const body = JSON.stringify({ campaignId: campaign.id, visitorId: 'v' });
  const sent = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  const log = vi.spyOn(logger, 'info');
  const first = await invokeHandler(trackingCode, sent);
  const [, line] = log.mock.lastCall ?? [];
  log.mockRestore();
  expect(first.statusCode).toBe(201);
  expect(line).toMatchObject({ dynamodb: { roundTrips: 2 } });
  expect(JSON.parse(first.body ?? '').data).toMatchObject({ affiliateId: id, campaignId: campaign.id });
  expect((await invokeHandler(trackingCode, sent)).statusCode).toBe(200);
});

test('POST /v1/tracking/ref/{code} returns 400 and names the field for a malformed or unknown campaign or a campaign of another brand', async () => {
  const { trackingCode } = await newCreator();
  const { admin: foreign } = await createBrand();
  const foreignCampaign = await createCampaign(foreign, { status: 'active' });
  const before = await allItems();
  for (const campaignId of [newId('campaign', new Date()), foreignCampaign.id, 'cmp_1', '']) {
    expectError(
      await postClick(trackingCode, { campaignId }),
      errorBody(400, 'Invalid request body', [{ path: 'campaignId', message: 'Campaign not found' }]),
    );
  }
  expect(await allItems()).toEqual(before);
});

test('POST /v1/tracking/ref/{code} reads the campaign ID correctly from JSON with escapes or line breaks', async () => {
  const { trackingCode } = await newCreator();
  const [active, paused] = [
    await createCampaign(admin, { status: 'active' }),
    await createCampaign(admin, { status: 'active' }),
  ];
  await patch(admin, `/campaigns/${paused.id}`, { status: 'paused' });
  const escaped = [...active.id].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const bodies = {
    'escaped ID': `{"campaignId":"${escaped}"}`,
    'escaped name': `{"c\\u0061mpaignId":"${active.id}"}`,
    'line breaks': `{\n\t"campaignId"\r\n :\t"${active.id}" }`,
    'ID also in an earlier field': JSON.stringify({
      visitorId: `"campaignId":"${paused.id}"`,
      campaignId: active.id,
    }),
    'ID also in a quoted field': `{"referrer":"{\\"campaignId\\":\\"${paused.id}\\"}","campaignId":"${active.id}"}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { status, json } = await postClick(trackingCode, body);
    expect([name, status, json.data?.campaignId, json.data?.counted]).toEqual([name, 201, active.id, true]);
  }
});

test.each([
  ['an unknown field', { visitor: 'v' }, 'visitor'],
  ['an empty visitorId', { visitorId: '' }, 'visitorId'],
  ['a visitorId of 129 characters', { visitorId: 'v'.repeat(129) }, 'visitorId'],
  ['a numeric visitorId', { visitorId: 7 }, 'visitorId'],
  ['a userAgent of 1,025 characters', { userAgent: 'u'.repeat(1025) }, 'userAgent'],
  ['a referrer of 2,049 characters', { referrer: 'r'.repeat(2049) }, 'referrer'],
  ['a country of three letters', { country: 'DEU' }, 'country'],
  ['a lowercase country', { country: 'de' }, 'country'],
  ['a null body', null, ''],
  ['an array as body', [], ''],
])(
  'POST /v1/tracking/ref/{code} with %s returns 400, names the field and stores nothing',
  async (_, body, path) => {
    const { id, trackingCode } = await newCreator();
    const answer = await postClick(trackingCode, body);
    expect(answer.status).toBe(400);
    expect(answer.json.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await clicksOf(id)).toEqual([]);
  },
);

test('POST /v1/tracking/ref/{code} returns 400 or 415 for an invalid body even when the code is unknown', async () => {
  expect((await postClick(unusedCode(), { visitor: 'v' })).status).toBe(400);
  expect((await postClick(unusedCode(), '{')).status).toBe(400);
  expect((await postClick(unusedCode(), {}, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
});

test('POST /v1/tracking/ref/{code} returns the same 403 to a user with the role member for existing and unknown codes, and records no click', async () => {
  const { id, trackingCode } = await newCreator();
  for (const code of [trackingCode, unusedCode()]) {
    const answer = await postClick(code, undefined, { token: member });
    expectError(answer, errorBody(403, 'Your role does not allow this action'));
  }
  expect(await clicksOf(id)).toEqual([]);
});

test('five clicks of maximum size fit in 1 KB and contain neither the visitor ID nor the referrer path', async () => {
  const { id, trackingCode } = await newCreator({ trackingCode: 'c'.repeat(40) });
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
  for (const attempt of [1, 2, 3, 4, 5]) {
    expect([attempt, (await postClick(trackingCode, longest)).status]).toEqual([
      attempt,
      attempt === 1 ? 201 : 200,
    ]);
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

test('ten ordinary clicks of one visitor fit in 1 KB', async () => {
  const { id, trackingCode } = await newCreator();
  const campaign = await createCampaign(admin, { status: 'active' });
  const body = { campaignId: campaign.id, visitorId: 'v', userAgent: browser, country: 'DE' };
  for (let click = 0; click < 10; click += 1) {
    await postClick(trackingCode, { ...body, referrer: 'https://www.instagram.com/' });
  }
  const [visit] = await visitsOf(id);
  expect(visit?.clicks).toHaveProperty('size', 10);
  expect(Buffer.byteLength(textOf(visit))).toBeLessThan(1024);
});

test('a visit stores 64 clicks, and further clicks are stored separately as duplicates', async () => {
  const { id, trackingCode } = await newCreator();
  const first = await postClick(trackingCode, { visitorId: 'crowd' });
  const log = vi.spyOn(logger, 'info');
  const answers = await runInBatches(69, () => postClick(trackingCode, { visitorId: 'crowd' }));
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
  const bot = await postClick(trackingCode, { visitorId: 'crowd', userAgent: crawler });
  expect([bot.status, bot.json.data.reason]).toEqual([201, 'bot']);
});

test('a click after midnight is counted again, because duplicates are detected within one UTC day', async () => {
  const clock = fakeClock('2026-03-05T23:59:59.999Z');
  const { admin: token } = await createBrand();
  const { id, trackingCode } = await invite(token);
  const statuses = [];
  for (const time of ['2026-03-05T23:59:59.999Z', '2026-03-06T00:00:00.000Z', '2026-03-06T00:00:00.001Z']) {
    clock.set(time);
    statuses.push((await postClick(trackingCode, { visitorId: 'v' }, { token })).status);
  }
  expect(statuses).toEqual([201, 201, 200]);
  expect(await visitsOf(id)).toHaveLength(2);
});

test.each(['', 'about:blank', 'no address', 'javascript:alert(1)', 'android-app://com.example.app/'])(
  'a click with the referrer %j is accepted',
  async (referrer) => {
    const { trackingCode } = await newCreator();
    expect((await postClick(trackingCode, { referrer })).status).toBe(201);
  },
);

test('the same visitorId is stored as different visitors in different brands', async () => {
  const { admin: foreign } = await createBrand();
  const [own, other] = [await newCreator(), await invite(foreign)];
  await postClick(own.trackingCode, { visitorId: 'v' });
  await postClick(other.trackingCode, { visitorId: 'v' }, { token: foreign });
  const visitors = [await clicksOf(own.id), await clicksOf(other.id)].map(([click]) => click?.visitor);
  expect(new Set(visitors).size).toBe(2);
});
