import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deviceOf,
  filterReasonByUserAgent,
  isPrefetch,
  referrerHost,
} from '#lib/clicks/tracking/rules/filters.ts';
import { linkLocation } from '#lib/clicks/tracking/rules/location.ts';
import { unknownVisitor, visitorBehindAddress, visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { addDays, daysInclusive } from '#lib/foundation/shared/dates.ts';
import { requestedDays } from '#lib/outlets/figures/rules/days.ts';
import { sized } from '#test/support/size.ts';

const ref = fc.stringMatching(/^[A-Za-z0-9_-]{3,40}$/);
const clickId = fc.stringMatching(/^clk_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const landing = fc
  .webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
  .filter((text) => URL.canParse(text));

describe('linkLocation', () => {
  test('returns the URL of any landing page with clickId and ref added and all other parts unchanged', () => {
    fc.assert(
      fc.property(landing, ref, clickId, (landingUrl, code, id) => {
        const [registered, location] = [
          new URL(landingUrl),
          new URL(linkLocation(landingUrl, { trackingCode: code, utm: [] }).join(id)),
        ];
        expect([location.origin, location.pathname, location.hash]).toEqual([
          registered.origin,
          registered.pathname,
          registered.hash,
        ]);
        const own = [...registered.searchParams].filter(([name]) => name !== 'clickId');
        const refName = registered.searchParams.has('ref') ? 'affiliateRef' : 'ref';
        const added = [
          ['clickId', id],
          [refName, code],
        ];
        expect([...location.searchParams]).toEqual([...own, ...added]);
      }),
    );
  });
});

describe('filterReasonByUserAgent', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

  test.each([
    [browser, true, null],
    [browser, false, 'inactive'],
    ['Googlebot/2.1', true, 'bot'],
    ['Googlebot/2.1', false, 'bot'],
    ['curl/8.5.0', true, 'bot'],
    ['facebookexternalhit/1.1', true, 'preview'],
    ['WhatsApp/2.24.6.77 A', true, 'preview'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true, 'preview'],
    ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', true, 'preview'],
    ['TelegramBot (like TwitterBot)', false, 'preview'],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', true, 'preview'],
    ['LinkedInBot/1.0 (compatible; Mozilla/5.0)', true, 'preview'],
  ])('maps the user agent %j with creatorEarns %j to %j', (userAgent, creatorEarns, reason) => {
    expect(filterReasonByUserAgent({ userAgent, creatorEarns })).toBe(reason);
  });

  test('returns null for a click without a User-Agent header', () => {
    expect(filterReasonByUserAgent({ userAgent: undefined, creatorEarns: true })).toBeNull();
  });

  test.each([
    ['a prefetch as "prefetch"', browser, { isPrefetch: true }, true, 'prefetch'],
    ['a HEAD request as "head"', browser, { isHead: true }, true, 'head'],
    [
      'a HEAD prefetch for an inactive creator as "prefetch"',
      browser,
      { isPrefetch: true, isHead: true },
      false,
      'prefetch',
    ],
    ['a HEAD request for an inactive creator as "head"', browser, { isHead: true }, false, 'head'],
    ['a HEAD request by a bot as "bot"', 'curl/8.5.0', { isHead: true }, true, 'bot'],
    ['a prefetch by a preview bot as "preview"', 'Twitterbot/1.0', { isPrefetch: true }, true, 'preview'],
  ])('filters %s', (_, userAgent, request, creatorEarns, reason) => {
    expect(filterReasonByUserAgent({ userAgent, creatorEarns, ...request })).toBe(reason);
  });
});

describe('isPrefetch', () => {
  test.each([
    [{ 'sec-purpose': 'prefetch' }, true],
    [{ 'sec-purpose': 'prefetch;prerender' }, true],
    [{ purpose: 'prefetch' }, true],
    [{ 'x-purpose': 'preview' }, true],
    [{ 'x-moz': 'prefetch' }, true],
    [{}, false],
    [{ 'sec-purpose': '' }, false],
    [{ 'sec-fetch-mode': 'navigate', purpose: undefined }, false],
  ])('maps the headers %j to %j', (headers, expected) => {
    expect(isPrefetch(headers)).toBe(expected);
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'mobile'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'mobile',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'mobile'],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/9.80) Presto/2.12', 'mobile'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'desktop'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'desktop'],
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/538.1', 'other'],
  ['', 'other'],
])('`deviceOf` maps the user agent %j to %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('`deviceOf` returns "other" for a request without a User-Agent header', () => {
  expect(deviceOf(undefined)).toBe('other');
});

describe('a visitor fingerprint', () => {
  const visitorByAddress = (salt: string, code: string, address: string, userAgent: string) =>
    visitorBehindAddress(salt, code, { address, userAgent, maxUniqueClicks: null });
  const visitors = fc.tuple(fc.string(), fc.string());

  test('differs for every address and user agent, and reveals neither', () => {
    fc.assert(
      fc.property(visitors, visitors, (one, other) => {
        const [first, second] = [
          visitorByAddress('salt', 'ada', ...one),
          visitorByAddress('salt', 'ada', ...other),
        ];
        const isSame = one[0] === other[0] && one[1] === other[1];
        expect([first.visitSuffix === second.visitSuffix, first.visitor === second.visitor]).toEqual([
          isSame,
          isSame,
        ]);
        expect(first.visitSuffix).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
        expect(first.visitor).toMatch(/^[\w-]{8}$/);
      }),
    );
  });

  test('a visitor fingerprint has one visitor hash but a different visit suffix for each tracking code, and both depend on the salt', () => {
    const on = (code: string, salt = 'salt') => visitorByAddress(salt, code, '192.0.2.1', 'agent');
    expect(on('Ada')).toEqual(on('ada'));
    expect(on('bob').visitor).toBe(on('ada').visitor);
    expect(on('bob').visitSuffix).not.toBe(on('ada').visitSuffix);
    expect([on('ada', 'other').visitSuffix, on('ada', 'other').visitor]).not.toEqual([
      on('ada').visitSuffix,
      on('ada').visitor,
    ]);
    expect(on('ada', 'other').visitor).not.toBe(on('ada').visitor);
  });

  test('differs between brands when the brand supplies the visitor id, and never equals that of an anonymous visitor', () => {
    expect(visitorById('brd_1', 'ada', 'v')).toEqual(visitorById('brd_1', 'ADA', 'v'));
    const others = [
      visitorById('brd_2', 'ada', 'v'),
      visitorById('brd_1', 'ada', 'w'),
      visitorByAddress('brd_1', 'ada', 'id', 'v'),
    ];
    for (const other of others) {
      expect(other.visitor).not.toBe(visitorById('brd_1', 'ada', 'v').visitor);
      expect(other.visitSuffix).not.toBe(visitorById('brd_1', 'ada', 'v').visitSuffix);
    }
  });

  test('a visitor fingerprint is random and has no visitor hash when nothing identifies the visitor', () => {
    const suffixes = Array.from({ length: 1000 }, () => unknownVisitor());
    expect(new Set(suffixes.map(({ visitSuffix }) => visitSuffix)).size).toBe(1000);
    expect(suffixes[0]).toEqual({
      visitSuffix: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/),
      visitor: null,
    });
  });
});

test('`referrerHost` returns null without a Referer header', () => {
  expect(referrerHost(undefined)).toBeNull();
});

test.each([
  ['', null],
  ['no address', null],
  ['https://blog.test:8443/a?b#c', 'blog.test'],
  ['https://user:secret@blog.test/', 'blog.test'],
  ['HTTPS://BLOG.TEST', 'blog.test'],
  ['mailto:ada@blog.test', null],
  [`https://${'a'.repeat(60)}.blog.test/`, `${'a'.repeat(54)}.blog.test`],
])('`referrerHost` maps the referrer %j to %j', (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host);
});

describe('requestedDays', () => {
  const today = '2026-03-15';
  const someDay = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays('2000-01-01', days));
  const asked = fc.record({
    from: fc.option(someDay, { nil: undefined }),
    to: fc.option(someDay, { nil: undefined }),
  });

  test('returns the requested range of 1 to 366 days and rejects any other range', () => {
    fc.assert(
      fc.property(asked, ({ from, to }) => {
        const end = to ?? (from !== undefined && from > '2026-03-15' ? from : '2026-03-15');
        const days = from === undefined ? 30 : daysInclusive(from, end);
        if (days < 1 || days > 366) {
          expect(() => requestedDays({ from, to }, today)).toThrow('Invalid query parameters');
          return;
        }
        const [first, last] = requestedDays({ from, to }, today);
        expect(last).toBe(end);
        expect(daysInclusive(first, last)).toBe(days);
        if (from !== undefined) expect(first).toBe(from);
      }),
      { numRuns: sized(100, 500) },
    );
  });
});

test('`linkLocation` keeps the query string of a landing page byte for byte, except its clickId', () => {
  const ada = { trackingCode: 'ada', utm: [] };
  const landing = 'https://acme.test/p?sig=a%20b~c&flag&ref=own&clickIdea=1&clickId=own#part';
  expect(linkLocation(landing, ada).join('clk_1')).toBe(
    'https://acme.test/p?sig=a%20b~c&flag&ref=own&clickIdea=1&clickId=clk_1&affiliateRef=ada#part',
  );
  expect(linkLocation('https://acme.test', ada).join('clk_1')).toBe(
    'https://acme.test/?clickId=clk_1&ref=ada',
  );
});
