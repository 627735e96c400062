import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { maxClicksOfVisit } from '#lib/clicks/recording.ts';
import { newId } from '#lib/shared/ids.ts';
import { logger } from '#lib/shared/logger.ts';
import { keys } from '#lib/table/keys.ts';
import { clicksOf, textOf, visitsOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, type Sent, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** A visitor's browser: it sends no token. */
const follow = (path: string, { headers, ...sent }: Sent = {}, method = 'GET') =>
  send(method, `/tracking/ref/${path}`, { ...sent, headers: { 'user-agent': browser, ...headers } });

/** A brand with one creator. */
async function program(landingUrl: string | null = 'https://acme.test/') {
  const { brand, admin } = await createBrand('scale', { landingUrl });
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  return { brand, admin, affiliateId: id, code: trackingCode };
}

test('a link leads to the brand’s landing page, with the click and the code in its query', async () => {
  const { affiliateId, code } = await program();
  const answer = await follow(code);
  expect(answer.status).toBe(302);
  expect(answer.text).toBe('');
  expect(answer.headers['cache-control']).toBe('no-store');
  const [click, ...others] = await clicksOf(affiliateId);
  expect(others).toEqual([]);
  expect(answer.headers.location).toBe(`https://acme.test/?clickId=${click?.id}&ref=${code}`);
  expect(click).toMatchObject({
    reason: null,
    campaignId: null,
    trackingCode: code,
    device: 'desktop',
    country: null,
    referrerHost: null,
  });
});

test('a link works in any case, and says the code as the creator has it', async () => {
  const { admin } = await program();
  const code = `MiXed-${unusedCode()}`;
  await invite(admin, { trackingCode: code });
  const { status, headers } = await follow(code.toUpperCase());
  expect([status, new URL(headers.location ?? '').searchParams.get('ref')]).toEqual([302, code]);
});

test('the landing page keeps its own port, path, query and fragment', async () => {
  const { affiliateId, code } = await program('https://shop.acme.test:8443/a/b?size=m&size=l&empty=#offer');
  const { headers } = await follow(code);
  const [click] = await clicksOf(affiliateId);
  expect(headers.location).toBe(
    `https://shop.acme.test:8443/a/b?size=m&size=l&empty=&clickId=${click?.id}&ref=${code}#offer`,
  );
});

test('a landing page that has a ref or a clickId of its own gets ours, once', async () => {
  const { affiliateId, code } = await program('https://acme.test/?ref=own&clickId=own&ref=own2&a=1');
  const { searchParams } = new URL((await follow(code)).headers.location ?? '');
  const [click] = await clicksOf(affiliateId);
  expect([searchParams.getAll('ref'), searchParams.getAll('clickId'), searchParams.get('a')]).toEqual([
    [code],
    [click?.id],
    '1',
  ]);
});

test('a link that names a campaign leads to the campaign’s landing page, and its click is the campaign’s', async () => {
  const { admin, affiliateId, code } = await program();
  const campaign = await createCampaign(admin, {
    status: 'active',
    landingUrl: 'https://spring.acme.test/sale?a=1',
  });
  const { headers } = await follow(`${code}?campaignId=${campaign.id}`);
  const [click] = await clicksOf(affiliateId);
  expect(click).toMatchObject({ campaignId: campaign.id, reason: null });
  expect(headers.location).toBe(`https://spring.acme.test/sale?a=1&clickId=${click?.id}&ref=${code}`);
});

test('a campaign without a landing page leads to the brand’s', async () => {
  const { admin, affiliateId, code } = await program();
  const campaign = await createCampaign(admin, { status: 'active' });
  const { headers } = await follow(`${code}?campaignId=${campaign.id}`);
  expect(new URL(headers.location ?? '').origin).toBe('https://acme.test');
  expect((await clicksOf(affiliateId))[0]).toMatchObject({ campaignId: campaign.id, reason: null });
});

test('a campaign that is unknown, another brand’s, or no campaign at all is as if none was named', async () => {
  const { affiliateId, code } = await program();
  const other = await program();
  const theirs = await createCampaign(other.admin, { status: 'active', landingUrl: 'https://evil.test/' });
  const named = [
    newId('campaign', new Date()),
    theirs.id,
    'cmp_1',
    '',
    '../',
    `${theirs.id}&campaignId=${theirs.id}`,
  ];
  for (const campaignId of named) {
    const { status, headers } = await follow(`${code}?campaignId=${campaignId}`);
    expect([campaignId, status, new URL(headers.location ?? '').host]).toEqual([
      campaignId,
      302,
      'acme.test',
    ]);
  }
  const clicks = await clicksOf(affiliateId);
  expect(clicks.map(({ campaignId }) => campaignId)).toEqual(named.map(() => null));
  expect(clicks.filter(({ reason }) => reason === null)).toHaveLength(1);
});

test('query parameters that are not the link’s own do no harm, and are not passed on', async () => {
  const { affiliateId, code } = await program('https://acme.test/?a=1');
  const { status, headers } = await follow(`${code}?fbclid=x&utm_source=mail&a=2&clickId=forged&ref=forged`);
  const [click] = await clicksOf(affiliateId);
  expect([status, headers.location]).toEqual([
    302,
    `https://acme.test/?a=1&clickId=${click?.id}&ref=${code}`,
  ]);
});

test('HEAD redirects like GET, and its click is kept as filtered', async () => {
  const { affiliateId, code } = await program('https://acme.test/?a=1#top');
  const answer = await follow(code, {}, 'HEAD');
  const [click, ...others] = await clicksOf(affiliateId);
  expect([click?.reason, others]).toEqual(['head', []]);
  expect([answer.status, answer.headers.location, answer.headers['cache-control'], answer.text]).toEqual([
    302,
    `https://acme.test/?a=1&clickId=${click?.id}&ref=${code}#top`,
    'no-store',
    '',
  ]);
  const before = await allItems();
  expectRefusal(await follow(unusedCode(), {}, 'HEAD'), refusal(404, 'Tracking code not found'));
  expect(await allItems()).toEqual(before);
});

test.each([
  ['a crawler', 'bot', { 'user-agent': crawler }],
  [
    'a link preview',
    'preview',
    { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  ],
  ['another one', 'preview', { 'user-agent': 'facebookexternalhit/1.1' }],
  ['a browser that fetches ahead', 'prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['an older one', 'prefetch', { purpose: 'prefetch' }],
  ['Firefox as it was', 'prefetch', { 'x-moz': 'prefetch' }],
])('%s is redirected like anyone, and its click is kept as filtered: %s', async (_, reason, headers) => {
  const { affiliateId, code } = await program();
  const answer = await follow(code, { headers });
  const [click] = await clicksOf(affiliateId);
  expect([answer.status, click?.reason]).toEqual([302, reason]);
  expect(answer.headers.location).toBe(`https://acme.test/?clickId=${click?.id}&ref=${code}`);
});

test('what a click tells is kept: the device, the host of the referring page, and no more of it', async () => {
  const { affiliateId, code } = await program();
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  await follow(code, {
    headers: { 'user-agent': phone, referer: 'https://blog.example.test/secret?token=x' },
  });
  expect(await clicksOf(affiliateId)).toMatchObject([
    { device: 'mobile', referrerHost: 'blog.example.test', country: null },
  ]);
  expect((await visitsOf(affiliateId)).map(textOf).join()).not.toContain('secret');
});

test('a country is not taken from a header that the stage has not named', async () => {
  const { affiliateId, code } = await program();
  await follow(code, { headers: { 'cloudfront-viewer-country': 'DE' } });
  expect((await clicksOf(affiliateId)).map(({ country }) => country)).toEqual([null]);
});

test.each(['paused', 'banned'])(
  'a link of a creator who is %s redirects, and counts nothing',
  async (status) => {
    const { admin, affiliateId, code } = await program();
    await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
    await patch(admin, `/affiliates/${affiliateId}`, { status });
    expect((await follow(code)).status).toBe(302);
    expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual(['inactive']);
  },
);

test.each([
  ['draft', []],
  ['paused', ['active', 'paused']],
  ['ended', ['active', 'ended']],
])('a link to a campaign that is %s redirects, and counts nothing', async (_, path) => {
  const { admin, affiliateId, code } = await program();
  const campaign = await createCampaign(admin, { landingUrl: 'https://acme.test/spring' });
  for (const status of path) await patch(admin, `/campaigns/${campaign.id}`, { status });
  const { headers } = await follow(`${code}?campaignId=${campaign.id}`);
  expect(headers.location).toMatch(/^https:\/\/acme\.test\/spring\?/);
  expect(await clicksOf(affiliateId)).toMatchObject([{ campaignId: campaign.id, reason: 'inactive' }]);
});

test('what changes about a link is known to it a minute later', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, affiliateId, code } = await program();
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  await follow(code, { sourceIp: '198.51.100.1' });
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'paused' });
  clock.advance(60);
  await follow(code, { sourceIp: '198.51.100.2' });
  expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual([null, 'inactive']);
});

test('an unknown code answers 404, the same for every one, and so does what is no code', async () => {
  const before = await allItems();
  const notFound = refusal(404, 'Tracking code not found');
  const codes = [unusedCode(), 'x', '%2E%2E%2F', '..%2f..%2fhealth', '%00', '%0d%0aSet-Cookie:a', 'ä%20b'];
  const answers = await Promise.all(codes.map((code) => follow(code)));
  for (const answer of answers) {
    expectRefusal(answer, notFound);
    expect(answer.headers.location).toBeUndefined();
  }
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await allItems()).toEqual(before);
});

test('a code that is not decodable, too long, or climbs out of its path, is no route', async () => {
  for (const path of ['%', '%E0%A4%A', 'a'.repeat(2100), '../ref', 'a/b', '']) {
    const { status, headers } = await follow(path);
    expect([path, status, headers.location]).toEqual([path, 404, undefined]);
  }
});

test('where neither campaign nor brand has a landing page there is nowhere to go: 404, and no click', async () => {
  const { admin, affiliateId, code } = await program(null);
  expectRefusal(await follow(code), refusal(404, 'Landing page not found'));
  const campaign = await createCampaign(admin, { status: 'active', landingUrl: 'https://acme.test/only' });
  expect((await follow(`${code}?campaignId=${campaign.id}`)).status).toBe(302);
  expect(await clicksOf(affiliateId)).toMatchObject([{ campaignId: campaign.id }]);
});

test('no token is needed, and a wrong one does not matter', async () => {
  const { code } = await program();
  expect((await follow(code, { token: 'nonsense' })).status).toBe(302);
});

test('the same address and browser within the hour is a repeat; another address or browser is not', async () => {
  const clock = fakeClock('2026-03-02T10:00:00.000Z');
  const { affiliateId, code } = await program();
  const home = { sourceIp: '198.51.100.7' };
  const other = { ...home, headers: { 'user-agent': `${browser} other` } };
  for (const sent of [home, home, { sourceIp: '198.51.100.8' }, other]) {
    clock.advance(1);
    await follow(code, sent);
  }
  expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual([null, 'duplicate', null, null]);
  expect(await visitsOf(affiliateId)).toHaveLength(3);
  clock.advance(3600);
  await follow(code, home);
  expect((await clicksOf(affiliateId)).at(-1)?.reason).toBeNull();
});

test('a header does not make another visitor of anyone', async () => {
  const { affiliateId, code } = await program();
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];
  for (const [index, name] of names.entries()) {
    await follow(code, { headers: { [name]: `192.0.2.${index}` } });
  }
  expect(await visitsOf(affiliateId)).toHaveLength(1);
  expect(await clicksOf(affiliateId)).toHaveLength(names.length);
});

test('after a visit is full, its visitor is redirected and the click is a duplicate', async () => {
  const { affiliateId, code } = await program();
  const clicks = maxClicksOfVisit + 2;
  for (let made = 0; made < clicks; made += 1) await follow(code);
  const reasons = (await clicksOf(affiliateId)).map(({ reason }) => reason);
  expect([reasons.length, reasons.filter((reason) => reason !== 'duplicate')]).toEqual([clicks, [null]]);
});

test('the salt of a day is made once, is another one the next day, and stands beside no click', async () => {
  const clock = fakeClock('2026-03-05T23:59:30.000Z');
  const { brand, affiliateId, code } = await program();
  await Promise.all(Array.from({ length: 5 }, () => follow(code)));
  clock.advance(60);
  await follow(code);
  const salts = (await allItems()).filter(({ pk }) => pk === keys.visitorSalt(brand.id, '').pk);
  expect(salts.map(({ sk, expiresAt }) => [sk, expiresAt])).toEqual([
    ['2026-03-05', Date.parse('2026-03-08') / 1000],
    ['2026-03-06', Date.parse('2026-03-09') / 1000],
  ]);
  const visits = (await visitsOf(affiliateId)).map(textOf).join();
  expect(salts.filter(({ salt }) => visits.includes(String(salt)))).toEqual([]);
  expect(await visitsOf(affiliateId)).toHaveLength(2);
});

test('a visitor is another one each day, in each brand, and no address is stored anywhere', async () => {
  const clock = fakeClock('2026-03-03T22:00:00.000Z');
  const [one, other] = [await program(), await program()];
  const sourceIp = '2001:db8:1234:5678::9abc';
  await follow(one.code, { sourceIp });
  await follow(other.code, { sourceIp });
  clock.set('2026-03-03T23:59:59.999Z');
  await follow(one.code, { sourceIp });
  clock.set('2026-03-04T00:00:00.000Z');
  await follow(one.code, { sourceIp });
  const [evening, late, nextDay] = (await clicksOf(one.affiliateId)).map(({ visitor }) => visitor);
  const [elsewhere] = (await clicksOf(other.affiliateId)).map(({ visitor }) => visitor);
  expect(late).toBe(evening);
  expect(new Set([evening, nextDay, elsewhere]).size).toBe(3);
  const stored = (await allItems()).map(textOf).join();
  expect(stored).not.toContain(sourceIp);
  expect(stored).not.toContain('5678::9abc');
  expect(stored).not.toContain(browser);
});

test('a link that is known costs one round trip', async () => {
  const { code } = await program();
  await follow(code);
  const log = vi.spyOn(logger, 'info');
  try {
    await follow(code, { sourceIp: '198.51.100.77' });
    expect(log.mock.calls.map(([, line]) => line)).toEqual([
      expect.objectContaining({
        route: 'tracking.followLink',
        dynamodb: expect.objectContaining({ roundTrips: 1 }),
      }),
    ]);
  } finally {
    log.mockRestore();
  }
});

test('whatever is asked for, nobody is sent to a host that the brand did not register', async () => {
  const { admin } = await program();
  const { id: affiliateId } = await invite(admin, { trackingCode: 'hostile' });
  const hostile = fc.oneof(
    fc.constantFrom(
      '//evil.test',
      'https://evil.test/',
      '\\\\evil.test',
      '%2F%2Fevil.test',
      '@evil.test',
      '?landingUrl=https://evil.test/',
      '#@evil.test/',
      '%0d%0alocation:%20https://evil.test/',
      '&url=//evil.test',
    ),
    fc.string({ maxLength: 30 }),
  );
  const parts = fc.record({ suffix: hostile, value: hostile, host: hostile });
  await fc.assert(
    fc.asyncProperty(parts, async ({ suffix, value, host }) => {
      const query = `campaignId=${encodeURIComponent(value)}&next=${encodeURIComponent(value)}&${suffix}`;
      const asked = [
        follow(`hostile?${query}`, { headers: { host, 'x-forwarded-host': host } }, 'HEAD'),
        follow(`hostile${encodeURIComponent(suffix)}`, {}, 'HEAD'),
        follow(encodeURIComponent(suffix), {}, 'HEAD'),
      ];
      for (const { status, headers } of await Promise.all(asked)) {
        expect([302, 404]).toContain(status);
        if (status === 302) expect(new URL(headers.location ?? '').origin).toBe('https://acme.test');
      }
    }),
    { numRuns: sized(20, 60) },
  );
  expect((await clicksOf(affiliateId)).filter(({ reason }) => reason === null)).toEqual([]);
});

test('whatever landing page a brand may register, the link leads to just that host and path', async () => {
  const { admin, code } = await program();
  const tricky = fc.constantFrom(
    'https://acme.test\\@evil.test/',
    'https://acme.test/\\evil.test',
    'https://acme.test//evil.test/../x',
    'https://acme.test/?next=//evil.test#@evil.test',
    'https://acme.test:443/',
    'https://acme.test/%2e%2e//evil.test',
    'https://münchen.test/ä?ö=ü#ß',
    ' https://acme.test/\t',
    'https:acme.test',
    'https://acme.test/?ref',
    'https://[2001:db8::1]:8443/',
    'https://acme.test/a\r\nb',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.webUrl({ withQueryParameters: true }), tricky), async (landingUrl) => {
      const created = await send('POST', '/campaigns', { token: admin, body: { name: 'x', landingUrl } });
      if (created.status === 400) return;
      const { headers } = await follow(`${code}?campaignId=${created.json.data.id}`, {}, 'HEAD');
      const [registered, reached] = [new URL(landingUrl), new URL(headers.location ?? '')];
      expect([reached.origin, reached.pathname, reached.hash]).toEqual([
        registered.origin,
        registered.pathname,
        registered.hash,
      ]);
      expect(headers.location).toMatch(/^https:[!-~]+$/);
    }),
    { numRuns: sized(20, 60) },
  );
});
