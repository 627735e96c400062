import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterOf,
  linkLocation,
  namedVisitor,
  passingVisitor,
  referrerHost,
  statisticsRange,
} from '#lib/clicks/rules.ts';
import { scopeOf, seriesScopes } from '#lib/clicks/scopes.ts';
import { addDays, daysInclusive } from '#lib/shared/dates.ts';

const ref = fc.stringMatching(/^[A-Za-z0-9_-]{3,40}$/);
const clickId = fc.stringMatching(/^clk_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const landing = fc
  .webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
  .filter((text) => URL.canParse(text));

describe('where a link leads', () => {
  test('is the landing page as it is, with two parameters more, whatever it looks like', () => {
    fc.assert(
      fc.property(landing, ref, clickId, (landingUrl, code, id) => {
        const [registered, reached] = [new URL(landingUrl), new URL(linkLocation(landingUrl, code, id))];
        expect([reached.origin, reached.pathname, reached.hash]).toEqual([
          registered.origin,
          registered.pathname,
          registered.hash,
        ]);
        const own = [...registered.searchParams].filter(([name]) => name !== 'clickId' && name !== 'ref');
        const kept = [...reached.searchParams].filter(([name]) => name !== 'clickId' && name !== 'ref');
        expect(kept).toEqual(own);
        expect(reached.searchParams.getAll('clickId')).toEqual([id]);
        expect(reached.searchParams.getAll('ref')).toEqual([code]);
      }),
    );
  });

  test('has no click where none is counted', () => {
    expect(linkLocation('https://acme.test/?a=1', 'ada', undefined)).toBe('https://acme.test/?a=1&ref=ada');
  });
});

describe('what keeps a click from counting', () => {
  const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

  test.each([
    [person, true, true, null],
    [undefined, true, true, null],
    [person, false, true, 'inactive'],
    [person, true, false, 'inactive'],
    [person, false, false, 'inactive'],
    ['Googlebot/2.1', true, true, 'bot'],
    ['Googlebot/2.1', false, false, 'bot'],
    ['curl/8.5.0', true, true, 'bot'],
    ['facebookexternalhit/1.1', true, true, 'bot'],
  ])(
    'user agent %j, creator earns %j, campaign runs %j: %j',
    (userAgent, creatorEarns, campaignRuns, reason) => {
      expect(filterOf({ userAgent, creatorEarns, campaignRuns })).toBe(reason);
    },
  );
});

describe('who a visitor is', () => {
  const day = new Date('2026-03-01T12:00:00.000Z');
  const visitors = fc.tuple(fc.string(), fc.string());

  test('differs between any two addresses or browsers, and never shows them', () => {
    fc.assert(
      fc.property(visitors, visitors, (one, other) => {
        const [first, second] = [one, other].map(([address, agent]) =>
          passingVisitor('salt', day, address, agent),
        );
        expect(first === second).toBe(one[0] === other[0] && one[1] === other[1]);
        expect(first).toMatch(/^[\w-]{22}$/);
      }),
    );
  });

  test('is the same all day, and another one on the next day or with another salt', () => {
    const at = (time: string, salt = 'salt') => passingVisitor(salt, new Date(time), '192.0.2.1', 'agent');
    expect(at('2026-03-01T00:00:00.000Z')).toBe(at('2026-03-01T23:59:59.999Z'));
    expect(at('2026-03-01T23:59:59.999Z')).not.toBe(at('2026-03-02T00:00:00.000Z'));
    expect(at('2026-03-01T00:00:00.000Z')).not.toBe(at('2026-03-01T00:00:00.000Z', 'other'));
  });

  test('is never the same when named as when passing by', () => {
    expect(namedVisitor('salt', '2026-03-01')).not.toBe(passingVisitor('salt', day, '', ''));
  });
});

test.each([
  [undefined, null],
  ['', null],
  ['no address', null],
  ['https://blog.test:8443/a?b#c', 'blog.test'],
  ['https://user:secret@blog.test/', 'blog.test'],
  ['HTTPS://BLOG.TEST', 'blog.test'],
  ['mailto:ada@blog.test', null],
])('of the referrer %j the host is kept: %j', (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host);
});

describe('the days that statistics are asked for', () => {
  const now = new Date('2026-03-15T12:00:00.000Z');
  const someDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1970-01-01', days));
  const asked = fc.record({
    from: fc.option(someDay, { nil: undefined }),
    to: fc.option(someDay, { nil: undefined }),
  });

  test('are 1 to 366, begin and end as asked, or are refused', () => {
    fc.assert(
      fc.property(asked, ({ from, to }) => {
        const end = to ?? (from !== undefined && from > '2026-03-15' ? from : '2026-03-15');
        const days = from === undefined ? 30 : daysInclusive(from, end);
        if (days < 1 || days > 366) {
          expect(() => statisticsRange({ from, to }, now)).toThrow('Invalid query parameters');
          return;
        }
        const range = statisticsRange({ from, to }, now);
        expect(range.to).toBe(end);
        expect(daysInclusive(range.from, range.to)).toBe(days);
        if (from !== undefined) expect(range.from).toBe(from);
      }),
      { numRuns: 500 },
    );
  });
});

test('the scope of one kind of thing is never that of another, nor of everything', () => {
  const asked = [
    {},
    { affiliateId: 'ALL' },
    { campaignId: 'ALL' },
    { affiliateId: 'x' },
    { campaignId: 'x' },
    { affiliateId: 'x', campaignId: 'x' },
    { affiliateId: 'ALL', campaignId: 'x' },
  ];
  expect(new Set(asked.map(scopeOf)).size).toBe(asked.length);
});

test('a click adds to all series it belongs to, each once', () => {
  expect(seriesScopes({ affiliateId: 'a', campaignId: 'c' })).toHaveLength(4);
  expect(seriesScopes({ affiliateId: 'a', campaignId: null })).toHaveLength(2);
});

test('a landing page keeps its query as it is written, but for parameters of our names', () => {
  const landing = 'https://acme.test/p?sig=a%20b~c&flag&ref=old&clickIdea=1#part';
  expect(linkLocation(landing, 'ada', 'clk_1')).toBe(
    'https://acme.test/p?sig=a%20b~c&flag&clickIdea=1&clickId=clk_1&ref=ada#part',
  );
  expect(linkLocation('https://acme.test', 'ada', undefined)).toBe('https://acme.test/?ref=ada');
});
