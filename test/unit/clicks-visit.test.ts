import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { devices, filterReasons, type OwnReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { formatEntry, parseEntries, parseEntry } from '#lib/clicks/tracking/rules/entries.ts';
import {
  type ClickDelta,
  deltasBetween,
  repeatWindowMilliseconds,
  verdictsOf,
} from '#lib/clicks/tracking/rules/verdicts.ts';
import {
  type Click,
  clickId,
  newClick,
  parseClickId,
  recordedAt,
  type Visit,
} from '#lib/clicks/tracking/rules/visit.ts';
import { maxClicksPerVisit, overflowItem, visitUpdate } from '#lib/clicks/tracking/writes/visits.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { sized } from '#test/support/size.ts';

const midnight = Date.parse('2026-03-01T00:00:00.000Z');
const day = 24 * repeatWindowMilliseconds;
const visitSuffix = '0123456789ABCDEF';
const campaignIds = ['cmp_01JD0000000000000000000000', 'cmp_01JD0000000000000000000001'] as const;

const ownReasons: readonly (OwnReason | null)[] = [
  null,
  ...filterReasons.filter((reason) => reason !== 'duplicate' && reason !== 'suspicious'),
];
const token = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}$/);
const someClick = fc
  .record({
    at: fc.integer({ min: 0, max: day - 1 }),
    token,
    filtered: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...ownReasons)),
    campaign: fc.constantFrom(
      { campaignId: null },
      { campaignId: null, idleCampaignId: campaignIds[0] },
      ...campaignIds.map((campaignId) => ({ campaignId })),
    ),
    device: fc.constantFrom(...devices),
    country: fc.constantFrom(null, 'DE', 'US'),
    referrerHost: fc.constantFrom(null, 'blog.test'),
    subIds: fc.constantFrom(undefined, { sub1: 'story-7' }, { sub2: 'a b', sub5: 'x'.repeat(64) }),
  })
  .map(
    ({ at, campaign, ...facts }): Click => ({
      ...facts,
      ...campaign,
      id: clickId(midnight + at, visitSuffix),
      brandId: 'brd_1',
      affiliateId: 'aff_1',
      trackingCode: 'ada',
      visitor: 'someone1',
    }),
  );

const visitOf = (texts: Iterable<string>, isOverflow = false): Visit => ({
  brandId: 'brd_1',
  affiliateId: 'aff_1',
  trackingCode: 'ada',
  visitor: 'someone1',
  isOverflow,
  entries: parseEntries(texts),
});

/** Stores the clicks of one visit one by one; returns the stream's deltas and the stored items. */
function storeOneByOne(clicks: readonly Click[]): { deltas: ClickDelta[]; visits: Visit[] } {
  const regular = new Set<string>();
  const overflow = new Set<string>();
  const deltas: ClickDelta[] = [];
  for (const click of clicks) {
    const text = formatEntry(click);
    const before = regular.size === 0 ? undefined : visitOf(regular);
    if (regular.size < maxClicksPerVisit || regular.has(text)) {
      regular.add(text);
      deltas.push(...deltasBetween(before, visitOf(regular)));
    } else {
      const previous = overflow.has(text) ? visitOf([text], true) : undefined;
      overflow.add(text);
      deltas.push(...deltasBetween(previous, visitOf([text], true)));
    }
  }
  const visits = [
    ...(regular.size === 0 ? [] : [visitOf(regular)]),
    ...[...overflow].map((one) => visitOf([one], true)),
  ];
  return { deltas, visits };
}

/** Sums by all dimensions of the statistics, without zeros. */
function sumsOf(deltas: readonly ClickDelta[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { clicks, uniqueClicks, filtered, ...by } of deltas) {
    for (const [field, delta] of Object.entries({ clicks, uniqueClicks, ...filtered })) {
      const name = `${field} ${JSON.stringify(by)}`;
      sums[name] = (sums[name] ?? 0) + delta;
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const arrivals = fc.array(someClick, { minLength: 1, maxLength: 12 }).chain((clicks) =>
  fc.tuple(
    fc.constant(clicks),
    fc
      .array(fc.constantFrom(...clicks), { maxLength: 12 })
      .chain((retries) =>
        fc.shuffledSubarray([...clicks, ...retries], { minLength: clicks.length + retries.length }),
      ),
  ),
);

describe('deltasBetween', () => {
  test('returns deltas that add up to the totals of the stored visits, for any order of arrival and any retries', () => {
    fc.assert(
      fc.property(arrivals, ([clicks, arrived]) => {
        const { deltas, visits } = storeOneByOne(arrived);
        const expected = visits.flatMap((visit) => deltasBetween(undefined, visit));
        expect(sumsOf(deltas)).toEqual(sumsOf(expected));
        expect(sumsOf(deltas)).toEqual(sumsOf(storeOneByOne(clicks).deltas));
        const all = Object.entries(sumsOf(deltas)).filter(([name]) => !name.startsWith('uniqueClicks '));
        expect(all.reduce((total, [, count]) => total + count, 0)).toBe(
          new Set(clicks.map(formatEntry)).size,
        );
      }),
      { numRuns: sized(100, 500) },
    );
  });

  test('returns deltas that add up to the totals of the stored visits when a visit is full', () => {
    const crowd = fc.uniqueArray(someClick, { minLength: 60, maxLength: 90, selector: formatEntry });
    fc.assert(
      fc.property(crowd, (clicks) => {
        const { deltas, visits } = storeOneByOne([...clicks, ...clicks.slice(50), ...clicks.slice(0, 20)]);
        expect(visits).toHaveLength(1 + Math.max(0, clicks.length - maxClicksPerVisit));
        expect(sumsOf(deltas)).toEqual(sumsOf(visits.flatMap((visit) => deltasBetween(undefined, visit))));
      }),
      { numRuns: sized(20, 100) },
    );
  });

  test('returns no deltas when the visit is unchanged', () => {
    const visit = visitOf(['01JD00000000AA|||d||']);
    expect(deltasBetween(visit, visit)).toEqual([]);
  });

  test('returns deltas that turn a counted click into a duplicate when an earlier click arrives late', () => {
    const at = (minutes: number, campaignId: string): Click => ({
      ...newClick(
        {
          brandId: 'brd_1',
          affiliateId: 'aff_1',
          trackingCode: 'ada',
          campaignId,
          filtered: null,
          device: 'mobile',
          country: null,
          referrerHost: null,
        },
        { visitSuffix, visitor: 'someone1' },
        new Date(midnight + minutes * 60_000),
      ),
    });
    const [first, second] = [at(50, campaignIds[0]), at(70, campaignIds[1])];
    const [before, after] = [
      visitOf([formatEntry(second)]),
      visitOf([formatEntry(first), formatEntry(second)]),
    ];
    const common = {
      brandId: 'brd_1',
      affiliateId: 'aff_1',
      country: null,
      device: 'mobile',
      referrerHost: null,
    };
    expect(deltasBetween(before, after)).toEqual([
      {
        ...common,
        campaignId: campaignIds[0],
        at: midnight + 50 * 60_000,
        clicks: 1,
        uniqueClicks: 1,
        filtered: {},
      },
      {
        ...common,
        campaignId: campaignIds[1],
        at: midnight + 70 * 60_000,
        clicks: -1,
        uniqueClicks: -1,
        filtered: { duplicate: 1 },
      },
    ]);
  });
});

describe('verdictsOf', () => {
  const click = (minutes: number, filtered: OwnReason | null = null): string =>
    formatEntry({
      id: clickId(midnight + minutes * 60_000, visitSuffix),
      token: '0000',
      brandId: 'brd_1',
      affiliateId: 'aff_1',
      trackingCode: 'ada',
      campaignId: null,
      visitor: 'someone1',
      filtered,
      device: 'other',
      country: null,
      referrerHost: null,
    });

  test.each([
    ['a single click', [click(0)], [null]],
    ['two clicks within an hour', [click(0), click(59)], [null, 'duplicate']],
    ['two clicks one hour apart', [click(0), click(60)], [null, null]],
    [
      'a third click within an hour of a duplicate',
      [click(0), click(40), click(80)],
      [null, 'duplicate', null],
    ],
    ['a click after a bot', [click(0, 'bot'), click(1)], ['bot', null]],
    [
      'clicks before and after an inactive one',
      [click(0), click(30, 'inactive'), click(59)],
      [null, 'inactive', 'duplicate'],
    ],
    [
      'preview and HEAD requests after a click',
      [click(0), click(1, 'preview'), click(2, 'head')],
      [null, 'preview', 'head'],
    ],
  ])('returns the right filter reasons for %s', (_, texts, reasons) => {
    expect(verdictsOf(visitOf(texts)).map(({ reason }) => reason)).toEqual(reasons);
  });

  test('returns only the first counted click as unique, and the click that a duplicate repeats', () => {
    const verdicts = verdictsOf(visitOf([click(0, 'bot'), click(1), click(2), click(70)]));
    expect(verdicts.map(({ isUnique }) => isUnique)).toEqual([false, true, false, false]);
    expect(verdicts.map(({ repeats }) => repeats?.text ?? null)).toEqual([null, null, click(1), null]);
  });

  test('returns the reason duplicate for every overflow click of a full visit, unless the click has its own filter reason', () => {
    const reasons = [click(0), click(600), click(5, 'bot')].flatMap((text) =>
      verdictsOf(visitOf([text], true)).map(({ reason }) => reason),
    );
    expect(reasons).toEqual(['duplicate', 'duplicate', 'bot']);
  });
});

describe('a stored click', () => {
  test('round-trips through its text entry', () => {
    fc.assert(
      fc.property(someClick, (click) => {
        const { campaignId, idleCampaignId, filtered, device, country, referrerHost, subIds } = click;
        const facts = { campaignId, idleCampaignId, filtered, device, country, referrerHost, subIds };
        const text = formatEntry(click);
        const { at } = parseClickId(click.id);
        expect(parseEntry(text)).toEqual({ text, at, ...facts });
      }),
    );
  });

  test('a stored click has an id that contains its time and its visit suffix', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 43 }), (at) => {
        const id = clickId(at, visitSuffix);
        expect(idSchema('click').parse(id)).toBe(id);
        expect(parseClickId(id)).toEqual({ at, visitSuffix });
        expect(recordedAt({ id })).toBe(new Date(at).toISOString());
      }),
    );
  });

  test.each([
    '',
    'x',
    '01JD00000000AA|q||d||',
    '01JD00000000AA|||x||',
    '01JD00000000AA|||d|d|',
    '01JD00000000AA|||d|',
    '01JD00000000AA|||d|||a|b',
  ])('cannot be read from the malformed entry %j', (text) => {
    expect(() => parseEntry(text)).toThrow('A stored click is invalid');
  });

  test('a click is stored in one item per visitor, tracking code and day, and in a new item after midnight', () => {
    fc.assert(
      fc.property(someClick, someClick, (one, other) => {
        const later = { ...other, id: clickId(parseClickId(other.id).at + day, visitSuffix) };
        expect(visitUpdate(one, 90).Key).toEqual(visitUpdate(other, 90).Key);
        expect(visitUpdate(one, 90).Key).not.toEqual(visitUpdate(later, 90).Key);
      }),
    );
  });

  test('a click is written with an idempotent update that sets the constant attributes of the visit', () => {
    const click: Click = {
      id: clickId(midnight + 1000, visitSuffix),
      token: 'ABCD',
      brandId: 'brd_1',
      affiliateId: 'aff_1',
      trackingCode: 'ada',
      campaignId: null,
      visitor: null,
      filtered: null,
      device: 'other',
      country: 'DE',
      referrerHost: null,
    };
    const text = formatEntry(click);
    const expiresAt = midnight / 1000 + 3 * 86_400;
    expect(visitUpdate(click, 2)).toEqual({
      Key: { pk: 'brd_1#CLICK#2026-03-01#0', sk: visitSuffix },
      UpdateExpression:
        'SET #type = :type, #brandId = :brandId, #affiliateId = :affiliateId, #trackingCode = :trackingCode, ' +
        '#expiresAt = :expiresAt ADD #clicks :added',
      ConditionExpression:
        'attribute_not_exists(#clicks) OR size(#clicks) < :max OR contains(#clicks, :entry)',
      ExpressionAttributeNames: {
        '#type': 'type',
        '#brandId': 'brandId',
        '#affiliateId': 'affiliateId',
        '#trackingCode': 'trackingCode',
        '#expiresAt': 'expiresAt',
        '#clicks': 'clicks',
      },
      ExpressionAttributeValues: {
        ':type': 'visit',
        ':brandId': 'brd_1',
        ':affiliateId': 'aff_1',
        ':trackingCode': 'ada',
        ':expiresAt': expiresAt,
        ':added': new Set([text]),
        ':entry': text,
        ':max': 64,
      },
    });
    expect(overflowItem({ ...click, visitor: 'someone1' }, 2)).toEqual({
      pk: 'brd_1#CLICK#2026-03-01#0',
      sk: `${visitSuffix}#${text}|someone1`,
      type: 'visit',
      brandId: 'brd_1',
      affiliateId: 'aff_1',
      trackingCode: 'ada',
      visitor: 'someone1',
      expiresAt,
      beyond: true,
      clicks: new Set([text]),
    });
  });
});
