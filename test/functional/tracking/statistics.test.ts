import { expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { noneFiltered } from '#test/support/clicks.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const requestStatistics = (token: string, query = '') => send('GET', `/tracking/clicks${query}`, { token });

async function statistics(token: string, query = '') {
  const { status, json, text } = await requestStatistics(token, query);
  expect(status, text).toBe(200);
  return json.data;
}

const postClick = (token: string, code: string, body: object = {}) =>
  send('POST', `/tracking/ref/${code}`, { token, body });

/** Maps each day with clicks to `[clicks, uniqueClicks]`. */
const daysOf = (data: { days: readonly { date: string; clicks: number; uniqueClicks: number }[] }) =>
  Object.fromEntries(
    data.days.flatMap(({ date, clicks, uniqueClicks }) =>
      clicks === 0 ? [] : [[date, [clicks, uniqueClicks]]],
    ),
  );

test('GET /v1/tracking/clicks covers each of the last 30 days by default, including days without clicks', async () => {
  const clock = fakeClock('2026-03-15T23:59:59.999Z');
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  await postClick(admin, trackingCode);
  await aggregateNewClicks();
  const data = await statistics(admin);
  expect(data).toEqual({
    from: '2026-02-14',
    to: '2026-03-15',
    clicks: 1,
    uniqueClicks: 1,
    filtered: noneFiltered,
    days: expect.any(Array),
    affiliates: [{ affiliateId: id, clicks: 1 }],
    groupBy: null,
    groups: null,
    otherGroups: null,
  });
  expect(data.days).toHaveLength(30);
  expect(data.days[0]).toEqual({ date: '2026-02-14', clicks: 0, uniqueClicks: 0 });
  expect(data.days[29]).toEqual({ date: '2026-03-15', clicks: 1, uniqueClicks: 1 });
  clock.set('2026-03-16T00:00:00.000Z');
  expect(await statistics(admin)).toMatchObject({ from: '2026-02-15', to: '2026-03-16', clicks: 1 });
});

test('GET /v1/tracking/clicks includes both ends of a date range', async () => {
  const clock = fakeClock('2026-03-01T00:00:00.000Z');
  const { admin, brand } = await createBrand();
  const { trackingCode } = await invite(admin);
  const times = [
    '2026-03-01T00:00:00.000Z',
    '2026-03-02T23:59:59.999Z',
    '2026-03-03T00:00:00.000Z',
    '2026-03-04T12:00:00.000Z',
  ];
  for (const time of times) {
    clock.set(time);
    const { token } = await newToken(brand.id, 'admin');
    await postClick(token, trackingCode);
  }
  await aggregateNewClicks();
  const { token } = await newToken(brand.id, 'member');
  expect(daysOf(await statistics(token, '?from=2026-03-02&to=2026-03-03'))).toEqual({
    '2026-03-02': [1, 1],
    '2026-03-03': [1, 1],
  });
  expect(await statistics(token, '?from=2026-03-01&to=2026-03-01')).toMatchObject({
    clicks: 1,
    days: [{ date: '2026-03-01', clicks: 1, uniqueClicks: 1 }],
  });
  expect((await statistics(token, '?from=2026-03-01&to=2026-03-04')).clicks).toBe(4);
});

test('GET /v1/tracking/clicks sets the default of `from` to 29 days before `to`, and of `to` to today or a later `from`', async () => {
  fakeClock('2026-03-15T12:00:00.000Z');
  const { admin } = await createBrand();
  const rangeOf = async (query: string) => {
    const { from, to, days } = await statistics(admin, query);
    return [from, to, days.length];
  };
  expect(await rangeOf('?to=2024-03-01')).toEqual(['2024-02-01', '2024-03-01', 30]);
  expect(await rangeOf('?to=2026-12-31')).toEqual(['2026-12-02', '2026-12-31', 30]);
  expect(await rangeOf('?to=2000-01-01')).toEqual(['1999-12-03', '2000-01-01', 30]);
  expect(await rangeOf('?from=2026-03-01')).toEqual(['2026-03-01', '2026-03-15', 15]);
  expect(await rangeOf('?from=2026-03-15')).toEqual(['2026-03-15', '2026-03-15', 1]);
  expect(await rangeOf('?from=2026-03-20')).toEqual(['2026-03-20', '2026-03-20', 1]);
});

test.each([
  ['366 days of a leap year', '?from=2024-01-01&to=2024-12-31', 366],
  ['366 days across two years', '?from=2025-01-01&to=2026-01-01', 366],
  ['a leap day alone', '?from=2024-02-29&to=2024-02-29', 1],
  ['February of a leap year', '?from=2024-02-01&to=2024-02-29', 29],
  ['February of a common year', '?from=2026-02-01&to=2026-02-28', 28],
  ['the last month of the year 2099', '?from=2099-12-01&to=2099-12-31', 31],
])('GET /v1/tracking/clicks accepts a range of %s', async (_, query, days) => {
  const { admin } = await createBrand();
  const data = await statistics(admin, query);
  expect(data.days).toHaveLength(days);
  expect(new Set(data.days.map(({ date }: { date: string }) => date)).size).toBe(days);
});

test('GET /v1/tracking/clicks returns the statistics when the same read renews the keys of tokens', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin } = await createBrand();
  await statistics(admin);
  clock.advance(7200);
  expect((await statistics(admin)).clicks).toBe(0);
});

test.each([
  ['367 days', '?from=2024-01-01&to=2025-01-01', 'to'],
  ['a from date of more than a year ago without a to date', '?from=2020-01-01', 'to'],
  ['a from date after the to date', '?from=2026-03-02&to=2026-03-01', 'from'],
  ['a day that does not exist', '?from=2026-02-30', 'from'],
  ['29 February of a common year', '?to=2026-02-29', 'to'],
  ['a date with a time', '?from=2026-02-01T00:00:00Z', 'from'],
  ['a date in another format', '?to=01-02-2026', 'to'],
  ['an empty date', '?from=', 'from'],
  ['a date in the year 0', '?to=0000-01-05', 'to'],
  ['a from date before 2000', '?from=1999-12-31', 'from'],
  ['a to date after 2099', '?to=2100-01-01', 'to'],
  ['a repeated from parameter', '?from=2026-03-01&from=2026-03-02', 'from'],
  ['a malformed ID', '?affiliateId=a%20b', 'affiliateId'],
  ['an empty ID', '?campaignId=', 'campaignId'],
  ['a time zone', '?timezone=Europe/Berlin', 'timezone'],
  ['an unknown groupBy value', '?groupBy=weather', 'groupBy'],
  ['a repeated groupBy parameter', '?groupBy=day&groupBy=country', 'groupBy'],
  ['an unknown parameter', '?fbclid=1', 'fbclid'],
])('GET /v1/tracking/clicks rejects %s with 400 and names the parameter', async (_, query, path) => {
  const { admin } = await createBrand();
  const answer = await requestStatistics(admin, query);
  expect(answer.status).toBe(400);
  expect(answer.json).toEqual({
    statusCode: 400,
    message: 'Invalid query parameters',
    error: 'Bad Request',
    code: 'validation_failed',
    details: [{ path, message: expect.any(String) }],
  });
});

test('GET /v1/tracking/clicks counts filtered clicks by reason and not as clicks', async () => {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  await postClick(admin, trackingCode, { visitorId: 'v' });
  for (let repeat = 0; repeat < 4; repeat += 1) await postClick(admin, trackingCode, { visitorId: 'v' });
  for (let robot = 0; robot < 3; robot += 1) await postClick(admin, trackingCode, { userAgent: bot });
  await patch(admin, `/affiliates/${id}`, { status: 'banned' });
  for (let late = 0; late < 2; late += 1) await postClick(admin, trackingCode, { visitorId: 'w' });
  await aggregateNewClicks();
  expect(await statistics(admin)).toMatchObject({
    clicks: 1,
    uniqueClicks: 1,
    filtered: { bot: 3, duplicate: 4, inactive: 2 },
    affiliates: [{ affiliateId: id, clicks: 1 }],
  });
});

test('GET /v1/tracking/clicks counts followed links like reported clicks', async () => {
  const { admin } = await createBrand();
  const { trackingCode } = await invite(admin);
  const follow = (sourceIp: string, userAgent: string) =>
    send('GET', `/tracking/ref/${trackingCode}`, { sourceIp, headers: { 'user-agent': userAgent } });
  await follow('198.51.100.1', browser);
  await follow('198.51.100.1', browser);
  await follow('198.51.100.2', browser);
  await follow('198.51.100.3', bot);
  await send('HEAD', `/tracking/ref/${trackingCode}`);
  await aggregateNewClicks();
  expect(await statistics(admin)).toMatchObject({
    clicks: 2,
    uniqueClicks: 2,
    filtered: { bot: 1, duplicate: 1, inactive: 0 },
  });
});

test('GET /v1/tracking/clicks counts a visitor’s first click of each day on each code as a unique click', async () => {
  const clock = fakeClock('2026-03-01T08:00:00.000Z');
  const { admin } = await createBrand();
  const [one, other] = [await invite(admin), await invite(admin)];
  for (const [time, code] of [
    ['2026-03-01T09:00:00.000Z', one.trackingCode],
    ['2026-03-01T12:00:00.000Z', one.trackingCode],
    ['2026-03-01T12:00:00.000Z', other.trackingCode],
    ['2026-03-01T23:30:00.000Z', one.trackingCode],
    // A visitor is new on each UTC day, so this click counts and the next one is its duplicate.
    ['2026-03-02T00:29:59.000Z', one.trackingCode],
    ['2026-03-02T00:30:00.000Z', one.trackingCode],
    ['2026-03-02T07:00:00.000Z', one.trackingCode],
  ] as const) {
    clock.set(time);
    await postClick(admin, code, { visitorId: 'v' });
  }
  await aggregateNewClicks();
  const data = await statistics(admin, '?from=2026-03-01&to=2026-03-02');
  expect(daysOf(data)).toEqual({ '2026-03-01': [4, 2], '2026-03-02': [2, 1] });
  expect(data).toMatchObject({ clicks: 6, uniqueClicks: 3, filtered: { duplicate: 1 } });
});

test('GET /v1/tracking/clicks filters clicks by creator, by campaign and by both', async () => {
  const { admin } = await createBrand();
  const campaign = await createCampaign(admin, { status: 'active' });
  const [ada, bob] = [await invite(admin), await invite(admin)];
  const inCampaign = { campaignId: campaign.id };
  await postClick(admin, ada.trackingCode);
  await postClick(admin, ada.trackingCode, inCampaign);
  await postClick(admin, ada.trackingCode, inCampaign);
  await postClick(admin, bob.trackingCode, inCampaign);
  await postClick(admin, bob.trackingCode, { ...inCampaign, userAgent: bot });
  await aggregateNewClicks();
  const summary = async (query: string) => {
    const { clicks, filtered, affiliates } = await statistics(admin, query);
    return { clicks, bots: filtered.bot, affiliates };
  };
  expect(await summary('')).toEqual({
    clicks: 4,
    bots: 1,
    affiliates: [
      { affiliateId: ada.id, clicks: 3 },
      { affiliateId: bob.id, clicks: 1 },
    ],
  });
  expect(await summary(`?affiliateId=${ada.id}`)).toEqual({
    clicks: 3,
    bots: 0,
    affiliates: [{ affiliateId: ada.id, clicks: 3 }],
  });
  expect(await summary(`?campaignId=${campaign.id}`)).toEqual({
    clicks: 3,
    bots: 1,
    affiliates: [
      { affiliateId: ada.id, clicks: 2 },
      { affiliateId: bob.id, clicks: 1 },
    ],
  });
  expect(await summary(`?campaignId=${campaign.id}&affiliateId=${bob.id}`)).toEqual({
    clicks: 1,
    bots: 1,
    affiliates: [{ affiliateId: bob.id, clicks: 1 }],
  });
});

test('GET /v1/tracking/clicks returns no clicks for a malformed or unknown ID or an ID of another brand', async () => {
  const [{ admin }, { admin: foreign }] = [await createBrand(), await createBrand()];
  const campaign = await createCampaign(admin, { status: 'active' });
  const creator = await invite(admin);
  const foreignCreator = await invite(foreign);
  await postClick(admin, creator.trackingCode, { campaignId: campaign.id });
  await postClick(foreign, foreignCreator.trackingCode);
  await aggregateNewClicks();
  for (const filter of [
    `affiliateId=${newId('affiliate', new Date())}`,
    `campaignId=${newId('campaign', new Date())}`,
    `affiliateId=${foreignCreator.id}`,
    `affiliateId=${campaign.id}`,
    `campaignId=${creator.id}`,
    'affiliateId=ALL',
    'campaignId=ALL',
    'affiliateId=all',
    'campaignId=x',
  ]) {
    expect([filter, await statistics(admin, `?${filter}`)]).toEqual([
      filter,
      {
        from: expect.any(String),
        to: expect.any(String),
        clicks: 0,
        uniqueClicks: 0,
        filtered: noneFiltered,
        days: expect.any(Array),
        affiliates: [],
        groupBy: null,
        groups: null,
        otherGroups: null,
      },
    ]);
  }
});

test('GET /v1/tracking/clicks lists the ten creators with the most clicks, and of two equal creators the older creator first', async () => {
  fakeClock('2026-03-01T00:00:00.000Z', 1);
  const { admin } = await createBrand();
  const creators: { id: string; trackingCode: string }[] = [];
  for (let count = 0; count < 12; count += 1) creators.push(await invite(admin));
  for (const [index, { trackingCode }] of creators.entries()) {
    for (let click = 0; click < Math.floor(index / 3) + 1; click += 1) await postClick(admin, trackingCode);
  }
  await aggregateNewClicks();
  const { affiliates } = await statistics(admin, '?from=2026-03-01&to=2026-03-01');
  const [ids, counts] = [creators.map(({ id }) => id), [4, 4, 4, 3, 3, 3, 2, 2, 2, 1]];
  const order = [9, 10, 11, 6, 7, 8, 3, 4, 5, 0].map((index) => ids[index]);
  expect(affiliates).toEqual(counts.map((clicks, index) => ({ affiliateId: order[index], clicks })));
});

test('GET /v1/tracking/clicks allows users with the role member and excludes clicks of other brands', async () => {
  const [one, other] = [await createBrand(), await createBrand()];
  const { trackingCode } = await invite(one.admin);
  await postClick(one.admin, trackingCode);
  await aggregateNewClicks();
  expect((await statistics(one.member)).clicks).toBe(1);
  expect((await statistics(other.admin)).clicks).toBe(0);
});

// Dub issue 700
test('GET /v1/tracking/clicks returns a default range that ends today in the time zone of the brand', async () => {
  fakeClock('2026-03-15T23:30:00.000Z');
  for (const [timezone, from, to] of [
    ['Asia/Tokyo', '2026-02-15', '2026-03-16'],
    ['America/New_York', '2026-02-14', '2026-03-15'],
  ]) {
    const { admin } = await createBrand();
    await patch(admin, '/brand', { timezone });
    await postClick(admin, (await invite(admin)).trackingCode);
    await aggregateNewClicks();
    const data = await statistics(admin);
    const days = { [`${to}`]: [1, 1] };
    expect([data.from, data.to, data.days.length, daysOf(data)]).toEqual([from, to, 30, days]);
  }
});

// Dub issue 535
test('GET /v1/tracking/clicks counts clicks on their day in the time zone of the brand, also when its midnight is not at a full UTC hour', async () => {
  const clock = fakeClock('2026-03-01T18:10:00.000Z');
  const { admin } = await createBrand();
  await patch(admin, '/brand', { timezone: 'Asia/Kolkata' });
  const { trackingCode } = await invite(admin);
  for (const time of ['18:10', '18:29', '18:30', '18:40', '19:00']) {
    clock.set(`2026-03-01T${time}:00.000Z`);
    await postClick(admin, trackingCode);
  }
  await aggregateNewClicks();
  const data = await statistics(admin, '?from=2026-03-01&to=2026-03-02');
  expect(daysOf(data)).toEqual({ '2026-03-01': [2, 2], '2026-03-02': [3, 3] });
});

test('clicks keep their day when the time zone of the brand changes later, also if they are counted after the change', async () => {
  const clock = fakeClock('2026-03-01T20:00:00.000Z');
  const { admin } = await createBrand();
  const { trackingCode } = await invite(admin);
  await postClick(admin, trackingCode);
  clock.set('2026-03-01T20:30:00.000Z');
  await patch(admin, '/brand', { timezone: 'Asia/Tokyo' });
  await postClick(admin, trackingCode);
  await patch(admin, '/brand', { name: 'Acme' });
  clock.set('2026-03-01T20:40:00.000Z');
  await patch(admin, '/brand', { timezone: 'America/New_York' });
  await postClick(admin, trackingCode);
  await aggregateNewClicks();
  const data = await statistics(admin, '?from=2026-03-01&to=2026-03-02');
  expect(daysOf(data)).toEqual({ '2026-03-01': [2, 2], '2026-03-02': [1, 1] });
});

test('GET /v1/tracking/clicks returns 100 groups and the sum of the other groups in otherGroups', async () => {
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  const hosts = Array.from({ length: 103 }, (_, index) => `blog-${String(index).padStart(3, '0')}.example`);
  for (const host of [...hosts, 'blog-102.example']) {
    await postClick(admin, trackingCode, { referrer: `https://${host}/page` });
  }
  await aggregateNewClicks();
  for (const filter of ['', `&affiliateId=${id}`]) {
    const { groups, otherGroups } = await statistics(admin, `?groupBy=referrer${filter}`);
    expect(groups.map(({ key }: { key: string }) => key)).toEqual([
      'blog-102.example',
      ...hosts.slice(0, 99),
    ]);
    expect(groups[0]).toEqual({ key: 'blog-102.example', clicks: 2, uniqueClicks: 2 });
    expect(otherGroups).toEqual({ clicks: 3, uniqueClicks: 3 });
  }
});
