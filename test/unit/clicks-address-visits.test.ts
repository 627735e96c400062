// Tests the visits of an address: which of its visitors count.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddressVisit } from '#lib/clicks/tracking/link/full-visits.ts';
import { addressVisit, formatArrival } from '#lib/clicks/tracking/rules/address-visits.ts';
import { formatEntry, parseEntries } from '#lib/clicks/tracking/rules/entries.ts';
import { type ClickDelta, deltasBetween, verdictsOf } from '#lib/clicks/tracking/rules/verdicts.ts';
import { type Click, clickId, type Visit } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorBehindAddress } from '#lib/clicks/tracking/rules/visitors.ts';
import { sized } from '#test/support/size.ts';

const midnight = Date.parse('2026-03-01T00:00:00.000Z');
const day = 24 * 3_600_000;

const someClick = fc
  .record({
    at: fc.oneof(fc.integer({ min: 0, max: day - 1 }), fc.integer({ min: 0, max: 7_200_000 })),
    token: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}$/),
    visitor: fc.nat(5).map((number) => `visitor${number}`),
    filtered: fc.constantFrom(null, null, null, 'bot' as const),
    campaignId: fc.constantFrom(null, 'cmp_01JD0000000000000000000000'),
  })
  .map(
    ({ at, ...facts }): Click => ({
      ...facts,
      id: clickId(midnight + at, '0123456789ABCDEF'),
      brandId: 'brd_1',
      affiliateId: 'aff_1',
      trackingCode: 'ada',
      device: 'other',
      country: null,
      referrerHost: null,
    }),
  );

interface Stored {
  readonly texts: readonly string[];
  readonly arrivals: readonly string[];
}

const visitFrom = ({ texts, arrivals }: Stored, maxUniqueClicks: number): Visit => {
  const entries = parseEntries(texts);
  return {
    brandId: 'brd_1',
    affiliateId: 'aff_1',
    trackingCode: 'ada',
    visitor: null,
    isOverflow: false,
    entries,
    address: addressVisit(arrivals, texts, maxUniqueClicks),
  };
};

/** Stores the clicks as the update does, and returns the deltas of the stream. */
function storeOneByOne(clicks: readonly Click[], maxUniqueClicks: number) {
  let stored: Stored = { texts: [], arrivals: [] };
  const deltas: ClickDelta[] = [];
  for (const click of clicks) {
    if (stored.texts.includes(formatEntry(click))) continue;
    const next = {
      texts: [...stored.texts, formatEntry(click)],
      arrivals: [...stored.arrivals, formatArrival(click)],
    };
    const before = stored.texts.length === 0 ? undefined : visitFrom(stored, maxUniqueClicks);
    deltas.push(...deltasBetween(before, visitFrom(next, maxUniqueClicks)));
    stored = next;
  }
  return { deltas, stored, visit: visitFrom(stored, maxUniqueClicks) };
}

/** Sums of all counts by the dimensions of the statistics. */
function figuresOf(deltas: readonly ClickDelta[]) {
  const sums: Record<string, number> = {};
  for (const { clicks, uniqueClicks, filtered, ...by } of deltas) {
    for (const [field, delta] of Object.entries({ clicks, uniqueClicks, ...filtered })) {
      const name = `${field} ${JSON.stringify(by)}`;
      sums[name] = (sums[name] ?? 0) + delta;
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

describe('a visit of an address', () => {
  test('a visit of an address has deltas that add up to the figures of the stored visit, for any clicks, retries and limit', () => {
    const clicks = fc.uniqueArray(someClick, {
      minLength: 1,
      maxLength: 25,
      selector: ({ id, token }) => id + token,
    });
    fc.assert(
      fc.property(clicks, fc.integer({ min: 1, max: 4 }), (arrived, maxUniqueClicks) => {
        const { deltas, visit } = storeOneByOne(
          [...arrived, ...arrived.slice(3), ...arrived],
          maxUniqueClicks,
        );
        expect(figuresOf(deltas)).toEqual(figuresOf(deltasBetween(undefined, visit)));
        const verdicts = verdictsOf(visit);
        expect(verdicts).toHaveLength(arrived.length);
        const people = [
          ...new Set(arrived.flatMap(({ filtered, visitor }) => (filtered === null ? visitor : []))),
        ];
        expect(verdicts.filter(({ isUnique }) => isUnique)).toHaveLength(
          Math.min(maxUniqueClicks, people.length),
        );
        const counting = people.slice(0, maxUniqueClicks);
        expect(new Set(verdicts.flatMap(({ visitor }) => visitor ?? []))).toEqual(new Set(counting));
        for (const { reason, visitor } of verdicts) {
          if (reason === 'suspicious') expect(visitor).toBeNull();
        }
      }),
      { numRuns: sized(200, 1000) },
    );
  });

  test('a visit of an address is read by the link exactly as by the statistics', () => {
    const clicks = fc.uniqueArray(someClick, {
      minLength: 1,
      maxLength: 25,
      selector: ({ id, token }) => id + token,
    });
    fc.assert(
      fc.property(clicks, (arrived) => {
        const { stored, visit } = storeOneByOne(arrived, 3);
        const item = { clicks: new Set(stored.texts), visitors: stored.arrivals, maxUniqueClicks: 3 };
        expect(parseAddressVisit(item)).toEqual({
          texts: new Set(stored.texts),
          counted: visit.address?.counted,
        });
      }),
    );
  });
});

describe('the key of a visit', () => {
  const suffixOf = (address: string, userAgent: string, maxUniqueClicks: number | null = 10) =>
    visitorBehindAddress('salt', 'ada', { address, userAgent, maxUniqueClicks });

  test.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '::ffff:c000:201', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
  ])('for the addresses %s and %s is the same: %s', (one, other, isSame) => {
    expect(suffixOf(one, 'a').visitSuffix === suffixOf(other, 'b').visitSuffix).toBe(isSame);
    expect(suffixOf(one, 'a').visitor).not.toBe(suffixOf(other, 'b').visitor);
  });

  test('the key of a visit is that of the visitor if the brand has no limit, or if the visitor is on another tracking code', () => {
    const unlimited = suffixOf('192.0.2.1', 'a', null);
    expect(unlimited.maxUniqueClicks).toBeUndefined();
    expect(unlimited.visitSuffix).not.toBe(suffixOf('192.0.2.1', 'b', null).visitSuffix);
    expect(unlimited.visitor).toBe(suffixOf('192.0.2.1', 'a').visitor);
    const elsewhere = visitorBehindAddress('salt', 'bob', {
      address: '192.0.2.1',
      userAgent: 'a',
      maxUniqueClicks: 10,
    });
    expect(elsewhere.visitSuffix).not.toBe(suffixOf('192.0.2.1', 'a').visitSuffix);
    expect(elsewhere.visitor).toBe(suffixOf('192.0.2.1', 'a').visitor);
  });
});
