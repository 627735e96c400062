import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { transport } from '#lib/clicks/tracking/link/table-call.ts';
import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { clicksOf, textOf, visitsOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, type RequestOptions, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Follows a link as a visitor’s browser does, without a token. */
const followLink = (path: string, { headers, ...sent }: RequestOptions = {}, method = 'GET') =>
  send(method, `/tracking/ref/${path}`, { ...sent, headers: { 'user-agent': browser, ...headers } });

async function brandWithCreator(landingUrl: string | null = 'https://acme.test/') {
  const { brand, admin } = await createBrand('scale', { landingUrl });
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  return { brand, admin, affiliateId: id, code: trackingCode };
}

test('a link redirects to the brand’s landing page with clickId and ref in the query', async () => {
  const { affiliateId, code } = await brandWithCreator();
  const answer = await followLink(code);
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

test('a link ignores the case of the code and passes on the code as the creator has it', async () => {
  const { admin } = await brandWithCreator();
  const code = `MiXed-${unusedCode()}`;
  await invite(admin, { trackingCode: code });
  const { status, headers } = await followLink(code.toUpperCase());
  expect([status, new URL(headers.location ?? '').searchParams.get('ref')]).toEqual([302, code]);
});

test('a redirect keeps the port, path, query and fragment of the landing page', async () => {
  const { affiliateId, code } = await brandWithCreator(
    'https://shop.acme.test:8443/a/b?size=m&size=l&empty=#offer',
  );
  const { headers } = await followLink(code);
  const [click] = await clicksOf(affiliateId);
  expect(headers.location).toBe(
    `https://shop.acme.test:8443/a/b?size=m&size=l&empty=&clickId=${click?.id}&ref=${code}#offer`,
  );
});

test('a redirect replaces a clickId of the landing page, and leaves a ref of it beside ours', async () => {
  const { affiliateId, code } = await brandWithCreator('https://acme.test/?ref=own&clickId=own&a=1');
  const { headers } = await followLink(`${code}?ref=forged&affiliateRef=forged`);
  const [click] = await clicksOf(affiliateId);
  expect(headers.location).toBe(`https://acme.test/?ref=own&a=1&clickId=${click?.id}&affiliateRef=${code}`);
});

test('a link with a campaign redirects to the campaign’s landing page and assigns the click to the campaign', async () => {
  const { admin, affiliateId, code } = await brandWithCreator();
  const campaign = await createCampaign(admin, {
    status: 'active',
    landingUrl: 'https://spring.acme.test/sale?a=1',
  });
  const { headers } = await followLink(`${code}?campaignId=${campaign.id}`);
  const [click] = await clicksOf(affiliateId);
  expect(click).toMatchObject({ campaignId: campaign.id, reason: null });
  expect(headers.location).toBe(`https://spring.acme.test/sale?a=1&clickId=${click?.id}&ref=${code}`);
});

test('a link with a campaign redirects to the brand’s landing page when the campaign has none', async () => {
  const { admin, affiliateId, code } = await brandWithCreator();
  const campaign = await createCampaign(admin, { status: 'active' });
  const { headers } = await followLink(`${code}?campaignId=${campaign.id}`);
  expect(new URL(headers.location ?? '').origin).toBe('https://acme.test');
  expect((await clicksOf(affiliateId))[0]).toMatchObject({ campaignId: campaign.id, reason: null });
});

test('a link ignores a malformed or unknown campaign and a campaign of another brand', async () => {
  const { affiliateId, code } = await brandWithCreator();
  const other = await brandWithCreator();
  const foreignCampaign = await createCampaign(other.admin, {
    status: 'active',
    landingUrl: 'https://evil.test/',
  });
  const campaignIds = [
    newId('campaign', new Date()),
    foreignCampaign.id,
    'cmp_1',
    '',
    '../',
    `${foreignCampaign.id}&campaignId=${foreignCampaign.id}`,
  ];
  for (const campaignId of campaignIds) {
    const { status, headers } = await followLink(`${code}?campaignId=${campaignId}`);
    expect([campaignId, status, new URL(headers.location ?? '').host]).toEqual([
      campaignId,
      302,
      'acme.test',
    ]);
  }
  const clicks = await clicksOf(affiliateId);
  expect(clicks.map(({ campaignId }) => campaignId)).toEqual(campaignIds.map(() => null));
  expect(clicks.filter(({ reason }) => reason === null)).toHaveLength(1);
});

test('a link passes its query parameters on, in place of those of the landing page, but not ours', async () => {
  const { affiliateId, code } = await brandWithCreator('https://acme.test/?utm_source=shop&b=%20#top');
  const { status, headers } = await followLink(
    `${code}?utm_source=ig&q=a%26b&clickId=forged&ref=forged&campaignId=cmp_1&empty=`,
  );
  const [click] = await clicksOf(affiliateId);
  expect([status, headers.location, headers['referrer-policy']]).toEqual([
    302,
    `https://acme.test/?b=%20&clickId=${click?.id}&ref=${code}&utm_source=ig&q=a%26b&empty=#top`,
    'strict-origin-when-cross-origin',
  ]);
});

test.each(['campaignid', 'CAMPAIGNID', 'x=1&amp;campaignId'])(
  'a link finds its campaign in the parameter %s, in any letter case of the id',
  async (name) => {
    const { admin, affiliateId, code } = await brandWithCreator();
    const campaign = await createCampaign(admin, { status: 'active' });
    const { headers } = await followLink(`${code}?${name}=${campaign.id.toLowerCase()}`);
    const [click] = await clicksOf(affiliateId);
    expect(click?.campaignId).toBe(campaign.id);
    expect(headers.location).not.toContain('ampaign');
  },
);

test.each(['.', ')', '!', '…', '%22', '%E2%80%9D', '%20', '%E2%80%8B', '-'])(
  'a link that is followed by %s in a text is the link without it',
  async (punctuation) => {
    const { code } = await brandWithCreator();
    expect((await followLink(`${code}${punctuation}`)).status).toBe(302);
  },
);

test('a link with a slash at its end redirects permanently to the link without it', async () => {
  const { affiliateId, code } = await brandWithCreator();
  const { status, headers } = await followLink(`${code}/?utm_source=ig`);
  expect([status, headers.location]).toEqual([308, `/v1/tracking/ref/${code}?utm_source=ig`]);
  expect(await clicksOf(affiliateId)).toEqual([]);
});

test('HEAD /v1/tracking/ref/{code} redirects like GET and records a filtered click', async () => {
  const { affiliateId, code } = await brandWithCreator('https://acme.test/?a=1#top');
  const answer = await followLink(code, {}, 'HEAD');
  const [click, ...others] = await clicksOf(affiliateId);
  expect([click?.reason, others]).toEqual(['head', []]);
  expect([answer.status, answer.headers.location, answer.headers['cache-control'], answer.text]).toEqual([
    302,
    `https://acme.test/?a=1&clickId=${click?.id}&ref=${code}#top`,
    'no-store',
    '',
  ]);
  const before = await allItems();
  expectError(await followLink(unusedCode(), {}, 'HEAD'), errorBody(404, 'Tracking code not found'));
  expect(await allItems()).toEqual(before);
});

test.each([
  ['a crawler', 'bot', { 'user-agent': crawler }],
  [
    'a link preview',
    'preview',
    { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  ],
  ['another link preview', 'preview', { 'user-agent': 'facebookexternalhit/1.1' }],
  ['a browser that prefetches', 'prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['an older browser that prefetches', 'prefetch', { purpose: 'prefetch' }],
  ['an old Firefox that prefetches', 'prefetch', { 'x-moz': 'prefetch' }],
])('a link redirects %s and records the click with the reason %s', async (_, reason, headers) => {
  const { affiliateId, code } = await brandWithCreator();
  const answer = await followLink(code, { headers });
  const [click] = await clicksOf(affiliateId);
  expect([answer.status, click?.reason]).toEqual([302, reason]);
  expect(answer.headers.location).toBe(`https://acme.test/?clickId=${click?.id}&ref=${code}`);
});

test('a link records the device and only the host of the referring page', async () => {
  const { affiliateId, code } = await brandWithCreator();
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  await followLink(code, {
    headers: { 'user-agent': phone, referer: 'https://blog.example.test/secret?token=x' },
  });
  expect(await clicksOf(affiliateId)).toMatchObject([
    { device: 'mobile', referrerHost: 'blog.example.test', country: null },
  ]);
  expect((await visitsOf(affiliateId)).map(textOf).join()).not.toContain('secret');
});

test('a link ignores a country header that the stage does not configure', async () => {
  const { affiliateId, code } = await brandWithCreator();
  await followLink(code, { headers: { 'cloudfront-viewer-country': 'DE' } });
  expect((await clicksOf(affiliateId)).map(({ country }) => country)).toEqual([null]);
});

test.each(['paused', 'banned'])(
  'a link of a creator with the status %s redirects and records the click as inactive',
  async (status) => {
    const { admin, affiliateId, code } = await brandWithCreator();
    await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
    await patch(admin, `/affiliates/${affiliateId}`, { status });
    expect((await followLink(code)).status).toBe(302);
    expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual(['inactive']);
  },
);

test('a link applies a status change of its creator within a minute', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, affiliateId, code } = await brandWithCreator();
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  await followLink(code, { sourceIp: '198.51.100.1' });
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'paused' });
  clock.advance(60);
  await followLink(code, { sourceIp: '198.51.100.2' });
  expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual([null, 'inactive']);
});

test('a link whose target is in memory has other visitors from the first millisecond of the next UTC day', async () => {
  const clock = fakeClock('2026-03-01T23:59:30.000Z');
  const { affiliateId, code } = await brandWithCreator();
  for (const at of ['23:59:30.000', '23:59:59.999']) {
    clock.set(`2026-03-01T${at}Z`);
    await followLink(code);
  }
  clock.advance(0.001);
  await followLink(code);
  const visitors = (await clicksOf(affiliateId)).map(({ visitor }) => visitor);
  expect([visitors.length, visitors[1] === visitors[0], visitors[2] === visitors[0]]).toEqual([
    3,
    true,
    false,
  ]);
});

test('a link does not recognize the visitors of the previous day while the table is unavailable', async () => {
  const clock = fakeClock('2026-03-01T23:59:59.999Z');
  const { code } = await brandWithCreator();
  await followLink(code, {}, 'HEAD');
  const lines = vi.spyOn(logger, 'error').mockReturnValue();
  const sent = vi.spyOn(transport, 'send').mockRejectedValue(new Error('The table denies access'));
  onTestFinished(() => {
    lines.mockRestore();
    sent.mockRestore();
  });
  for (const seconds of [0, 0.001]) {
    clock.advance(seconds);
    expect((await followLink(code)).status).toBe(302);
  }
  const visitors = lines.mock.calls.map(([, line]) => Object(line).click.visitor);
  expect(visitors).toEqual([expect.any(String), null]);
});

test('a link returns the same 404 for every unknown or malformed code', async () => {
  const before = await allItems();
  const notFound = errorBody(404, 'Tracking code not found');
  const codes = [unusedCode(), 'x', '%2E%2E%2F', '..%2f..%2fhealth', '%00', '%0d%0aSet-Cookie:a', 'ä%20b'];
  const answers = await Promise.all(codes.map((code) => followLink(code)));
  for (const answer of answers) {
    expectError(answer, notFound);
    expect(answer.headers.location).toBeUndefined();
  }
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await allItems()).toEqual(before);
});

test('a link returns 404 when the code cannot be decoded, is too long or contains path segments', async () => {
  for (const path of ['%', '%E0%A4%A', 'a'.repeat(2100), '../ref', 'a/b', '']) {
    const { status, headers } = await followLink(path);
    expect([path, status, headers.location]).toEqual([path, 404, undefined]);
  }
});

test('a link returns 404 and records no click when neither the campaign nor the brand has a landing page', async () => {
  const { admin, affiliateId, code } = await brandWithCreator(null);
  expectError(await followLink(code), errorBody(404, 'Landing page not found'));
  const campaign = await createCampaign(admin, { status: 'active', landingUrl: 'https://acme.test/only' });
  expect((await followLink(`${code}?campaignId=${campaign.id}`)).status).toBe(302);
  expect(await clicksOf(affiliateId)).toMatchObject([{ campaignId: campaign.id }]);
});

test('a link redirects even when the request has an invalid token', async () => {
  const { code } = await brandWithCreator();
  expect((await followLink(code, { token: 'nonsense' })).status).toBe(302);
});

test('a click is a duplicate only when the same address and browser follow the link again within an hour', async () => {
  const clock = fakeClock('2026-03-02T10:00:00.000Z');
  const { affiliateId, code } = await brandWithCreator();
  const home = { sourceIp: '198.51.100.7' };
  const otherBrowser = { ...home, headers: { 'user-agent': `${browser} other` } };
  for (const sent of [home, home, { sourceIp: '198.51.100.8' }, otherBrowser]) {
    clock.advance(1);
    await followLink(code, sent);
  }
  expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual([null, 'duplicate', null, null]);
  // The visit of an address has the clicks of all its browsers.
  expect(await visitsOf(affiliateId)).toHaveLength(2);
  clock.advance(3600);
  await followLink(code, home);
  expect((await clicksOf(affiliateId)).at(-1)?.reason).toBeNull();
});

test('an IPv4 address and its IPv4-mapped forms are one visitor', async () => {
  const { affiliateId, code } = await brandWithCreator();
  for (const sourceIp of ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:C633:6407'])
    await followLink(code, { sourceIp });
  expect((await clicksOf(affiliateId)).map(({ reason }) => reason)).toEqual([null, 'duplicate', 'duplicate']);
});

test('a forwarding header does not change the visitor', async () => {
  const { affiliateId, code } = await brandWithCreator();
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];
  // CloudFront appends the port. Without the setting `edge`, everybody can send its header.
  const cloudFront = 'cloudfront-viewer-address';
  for (const [index, name] of [...names, cloudFront].entries()) {
    const port = name === cloudFront ? ':443' : '';
    await followLink(code, { headers: { [name]: `192.0.2.${index}${port}` } });
  }
  expect(await visitsOf(affiliateId)).toHaveLength(1);
  expect(await clicksOf(affiliateId)).toHaveLength(names.length + 1);
});

test('a link still redirects and records duplicates after the visit is full', async () => {
  const { affiliateId, code } = await brandWithCreator();
  const clicks = maxClicksPerVisit + 2;
  for (let click = 0; click < clicks; click += 1) await followLink(code);
  const reasons = (await clicksOf(affiliateId)).map(({ reason }) => reason);
  expect([reasons.length, reasons.filter((reason) => reason !== 'duplicate')]).toEqual([clicks, [null]]);
});

test('the visitor salt is created once a day and never stored with a click', async () => {
  const clock = fakeClock('2026-03-05T23:59:30.000Z');
  const { brand, affiliateId, code } = await brandWithCreator();
  await Promise.all(Array.from({ length: 5 }, () => followLink(code)));
  clock.advance(60);
  await followLink(code);
  const salts = (await allItems()).filter(({ pk }) => pk === keys.visitorSalt(brand.id, '').pk);
  expect(salts.map(({ sk, expiresAt }) => [sk, expiresAt])).toEqual([
    ['2026-03-05', Date.parse('2026-03-08') / 1000],
    ['2026-03-06', Date.parse('2026-03-09') / 1000],
  ]);
  const visits = (await visitsOf(affiliateId)).map(textOf).join();
  expect(salts.filter(({ salt }) => visits.includes(String(salt)))).toEqual([]);
  expect(await visitsOf(affiliateId)).toHaveLength(2);
});

test('a visitor hash differs by day and by brand, and no address or user agent is stored', async () => {
  const clock = fakeClock('2026-03-03T22:00:00.000Z');
  const [first, second] = [await brandWithCreator(), await brandWithCreator()];
  const sourceIp = '2001:db8:1234:5678::9abc';
  await followLink(first.code, { sourceIp });
  await followLink(second.code, { sourceIp });
  clock.set('2026-03-03T23:59:59.999Z');
  await followLink(first.code, { sourceIp });
  clock.set('2026-03-04T00:00:00.000Z');
  await followLink(first.code, { sourceIp });
  const [evening, late, nextDay] = (await clicksOf(first.affiliateId)).map(({ visitor }) => visitor);
  const [otherBrand] = (await clicksOf(second.affiliateId)).map(({ visitor }) => visitor);
  expect(late).toBe(evening);
  expect(new Set([evening, nextDay, otherBrand]).size).toBe(3);
  const stored = (await allItems()).map(textOf).join();
  expect(stored).not.toContain(sourceIp);
  expect(stored).not.toContain('5678::9abc');
  expect(stored).not.toContain(browser);
});

test('a cached link costs one round trip', async () => {
  const { code } = await brandWithCreator();
  await followLink(code);
  const log = vi.spyOn(logger, 'info');
  try {
    await followLink(code, { sourceIp: '198.51.100.77' });
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

test('no request makes a link redirect to a host that the brand did not register', async () => {
  const { admin } = await brandWithCreator();
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
  let redirects = 0;
  await fc.assert(
    fc.asyncProperty(parts, async ({ suffix, value, host }) => {
      const query = `campaignId=${encodeURIComponent(value)}&next=${encodeURIComponent(value)}&${suffix}`;
      const requests = [
        followLink(`hostile?${query}`, { headers: { host, 'x-forwarded-host': host } }, 'HEAD'),
        followLink(`hostile${encodeURIComponent(suffix)}`, {}, 'HEAD'),
        followLink(encodeURIComponent(suffix), {}, 'HEAD'),
      ];
      for (const { status, headers } of await Promise.all(requests)) {
        expect([302, 404]).toContain(status);
        if (status !== 302) continue;
        expect(new URL(headers.location ?? '').origin).toBe('https://acme.test');
        redirects += 1;
      }
    }),
    { numRuns: sized(20, 60) },
  );
  expect(redirects).toBeGreaterThan(10);
  expect(new Set((await clicksOf(affiliateId)).map(({ reason }) => reason))).toEqual(new Set(['head']));
});

test('a link redirects to exactly the host and path of every landing page that a brand can register', async () => {
  const { admin, code } = await brandWithCreator();
  const tricky = [
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
  ];
  let followedUrls = 0;
  const follow = async (landingUrl: string): Promise<void> => {
    const created = await send('POST', '/campaigns', {
      token: admin,
      body: { name: 'x', status: 'active', landingUrl },
    });
    if (created.status === 400) return;
    const { headers } = await followLink(`${code}?campaignId=${created.json.data.id}`, {}, 'HEAD');
    const [registered, reached] = [new URL(landingUrl), new URL(headers.location ?? '')];
    expect([reached.origin, reached.pathname, reached.hash]).toEqual([
      registered.origin,
      registered.pathname,
      registered.hash,
    ]);
    expect(headers.location).toMatch(/^https:[!-~]+$/);
    followedUrls += 1;
  };
  // Not as examples of the property: fast-check would take seconds to prepare them.
  for (const url of tricky) await follow(url);
  // `fc.webUrl` takes two seconds of CPU time to list all characters.
  const label = fc.string({ unit: fc.constantFrom(...'abcxyz089'), minLength: 1, maxLength: 8 });
  const text = fc.string({ unit: anyCharacter, maxLength: 10 }).map(encodeURIComponent);
  const urls = fc
    .record({
      host: fc.array(label, { minLength: 1, maxLength: 3 }),
      port: fc.option(fc.integer({ min: 1, max: 65_535 })),
      path: fc.array(text, { maxLength: 3 }),
      query: fc.option(text),
      hash: fc.option(text),
    })
    .map(({ host, port, path, query, hash }) => {
      const origin = `https://${host.join('.')}.test${port === null ? '' : `:${port}`}`;
      return `${origin}/${path.join('/')}${query === null ? '' : `?${query}`}${hash === null ? '' : `#${hash}`}`;
    });
  // With a seed, every run has the same number of URLs that a brand can register.
  await fc.assert(fc.asyncProperty(urls, follow), { seed: 1, numRuns: sized(20, 80) });
  expect(followedUrls).toBeGreaterThanOrEqual(20);
});
