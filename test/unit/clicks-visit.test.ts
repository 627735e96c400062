import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idOf } from '#lib/shared/ids.ts';
import { devices, filterReasons, type OwnReason } from '#lib/tracking/rules/click-kinds.ts';
import {
  type ClickDelta,
  deltasBetween,
  repeatWindowMilliseconds,
  verdictsOf,
} from '#lib/tracking/rules/verdicts.ts';
import {
  type Click,
  clickId,
  formatEntry,
  newClick,
  parseClickId,
  parseEntries,
  parseEntry,
  recordedAt,
  type Visit,
} from '#lib/tracking/rules/visit.ts';
import { maxClicksPerVisit, overflowItem, visitUpdate } from '#lib/tracking/writes/visits.ts';

const midnight = Date.parse('2026-03-01T00:00:00.000Z');
const day = 24 * repeatWindowMilliseconds;
const visitSuffix = '0123456789ABCDEF';
const campaignIds = ['cmp_01JD0000000000000000000000', 'cmp_01JD0000000000000000000001'] as const;

const own: readonly (OwnReason | null)[] = [
  null,
  ...filterReasons.filter((reason) => reason !== 'duplicate'),
];
const token = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}$/);
const someClick = fc
  .record({
    at: fc.integer({ min: 0, max: day - 1 }),
    token,
    filtered: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...own)),
    campaignId: fc.constantFrom(null, ...campaignIds),
    device: fc.constantFrom(...devices),
    country: fc.constantFrom(null, 'DE', 'US'),
    referrerHost: fc.constantFrom(null, 'blog.test'),
  })
  .map(
    ({ at, ...facts }): Click => ({
      ...facts,
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

/** The items of a visit, as the table keeps them, and what its stream tells of each write. */
function storeOneByOne(clicks: readonly Click[]): { deltas: ClickDelta[]; visits: Visit[] } {
  const stood = new Set<string>();
  const beyond = new Set<string>();
  const deltas: ClickDelta[] = [];
  for (const click of clicks) {
    const text = formatEntry(click);
    const before = stood.size === 0 ? undefined : visitOf(stood);
    if (stood.size < maxClicksPerVisit || stood.has(text)) {
      stood.add(text);
      deltas.push(...deltasBetween(before, visitOf(stood)));
    } else {
      const there = beyond.has(text) ? visitOf([text], true) : undefined;
      beyond.add(text);
      deltas.push(...deltasBetween(there, visitOf([text], true)));
    }
  }
  const visits = [
    ...(stood.size === 0 ? [] : [visitOf(stood)]),
    ...[...beyond].map((one) => visitOf([one], true)),
  ];
  return { deltas, visits };
}

/** Counts by everything that figures are told by; what is zero is nothing. */
function summed(deltas: readonly ClickDelta[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { clicks, uniqueClicks, firstInCampaign, filtered, visitor: _, ...by } of deltas) {
    for (const [field, gain] of Object.entries({ clicks, uniqueClicks, firstInCampaign, ...filtered })) {
      const name = `${field} ${JSON.stringify(by)}`;
      sums[name] = (sums[name] ?? 0) + gain;
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** Who is told to have been where. */
const told = (deltas: readonly ClickDelta[]) =>
  new Set(
    deltas.flatMap(({ hour, campaignId, visitor }) =>
      visitor === null ? [] : [`${hour} ${campaignId} ${visitor}`],
    ),
  );

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

describe('what the figures gain, write by write', () => {
  test('sums up to what the stored visits say, in any order of arrival and with any retries', () => {
    fc.assert(
      fc.property(arrivals, ([clicks, arrived]) => {
        const { deltas, visits } = storeOneByOne(arrived);
        const expected = visits.flatMap((visit) => deltasBetween(undefined, visit));
        expect(summed(deltas)).toEqual(summed(expected));
        expect(told(deltas)).toEqual(told(expected));
        // However they arrived, it is the same visit.
        expect(summed(deltas)).toEqual(summed(storeOneByOne(clicks).deltas));
        // Each click once, counted or filtered.
        const all = Object.entries(summed(deltas)).filter(
          ([name]) => !/^(uniqueClicks|firstInCampaign) /.test(name),
        );
        expect(all.reduce((total, [, count]) => total + count, 0)).toBe(
          new Set(clicks.map(formatEntry)).size,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('holds where a visit is full, too', () => {
    const crowd = fc.uniqueArray(someClick, { minLength: 60, maxLength: 90, selector: formatEntry });
    fc.assert(
      fc.property(crowd, (clicks) => {
        const { deltas, visits } = storeOneByOne([...clicks, ...clicks.slice(50), ...clicks.slice(0, 20)]);
        expect(visits).toHaveLength(1 + Math.max(0, clicks.length - maxClicksPerVisit));
        expect(summed(deltas)).toEqual(summed(visits.flatMap((visit) => deltasBetween(undefined, visit))));
      }),
      { numRuns: 50 },
    );
  });

  test('is nothing where nothing changes', () => {
    const visit = visitOf(['01JD00000000AA|||d||']);
    expect(deltasBetween(visit, visit)).toEqual([]);
  });

  test('is negative where a click that comes late was there before another one', () => {
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
        hour: '2026-03-01T00',
        clicks: 1,
        uniqueClicks: 1,
        firstInCampaign: 1,
        filtered: {},
        visitor: 'someone1',
      },
      {
        ...common,
        campaignId: campaignIds[1],
        hour: '2026-03-01T01',
        clicks: -1,
        uniqueClicks: -1,
        // It still is the visitor's first in its own campaign.
        firstInCampaign: 0,
        filtered: { duplicate: 1 },
        visitor: 'someone1',
      },
    ]);
  });
});

describe('which clicks of a visit count', () => {
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
    ['one', [click(0)], [null]],
    ['within the hour', [click(0), click(59)], [null, 'duplicate']],
    ['an hour later', [click(0), click(60)], [null, null]],
    ['each within the hour of one that repeats', [click(0), click(40), click(80)], [null, 'duplicate', null]],
    ['after a bot', [click(0, 'bot'), click(1)], ['bot', null]],
    [
      'before, at and after an inactive one',
      [click(0), click(30, 'inactive'), click(59)],
      [null, 'inactive', 'duplicate'],
    ],
    [
      'a machine beside a person',
      [click(0), click(1, 'preview'), click(2, 'head')],
      [null, 'preview', 'head'],
    ],
  ])('%s', (_, texts, reasons) => {
    expect(verdictsOf(visitOf(texts)).map(({ reason }) => reason)).toEqual(reasons);
  });

  test('the first of them that counts is the unique one, and what repeats names what it repeats', () => {
    const verdicts = verdictsOf(visitOf([click(0, 'bot'), click(1), click(2), click(70)]));
    expect(verdicts.map(({ isUnique }) => isUnique)).toEqual([false, true, false, false]);
    expect(verdicts.map(({ repeats }) => repeats?.text ?? null)).toEqual([null, null, click(1), null]);
  });

  test('beyond a full visit nothing does, each for its own reason', () => {
    const reasons = [click(0), click(600), click(5, 'bot')].flatMap((text) =>
      verdictsOf(visitOf([text], true)).map(({ reason }) => reason),
    );
    expect(reasons).toEqual(['duplicate', 'duplicate', 'bot']);
  });
});

describe('how a click is written', () => {
  test('reads back as what it is', () => {
    fc.assert(
      fc.property(someClick, (click) => {
        const { campaignId, filtered, device, country, referrerHost } = click;
        const text = formatEntry(click);
        const { at } = parseClickId(click.id);
        expect(parseEntry(text)).toEqual({ text, at, campaignId, filtered, device, country, referrerHost });
      }),
    );
  });

  test('its id tells when it was, and whose it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 43 }), (at) => {
        const id = clickId(at, visitSuffix);
        expect(idOf('click').parse(id)).toBe(id);
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
  ])('no other text passes for one: %j', (text) => {
    expect(() => parseEntry(text)).toThrow('A stored click is invalid');
  });

  test('clicks of one visitor, code and day go to one item, beginning anew at midnight', () => {
    fc.assert(
      fc.property(someClick, someClick, (one, other) => {
        const later = { ...other, id: clickId(parseClickId(other.id).at + day, visitSuffix) };
        expect(visitUpdate(one, 90).Key).toEqual(visitUpdate(other, 90).Key);
        expect(visitUpdate(one, 90).Key).not.toEqual(visitUpdate(later, 90).Key);
      }),
    );
  });

  test('with all that is constant of the visit, so that storing it again changes nothing', () => {
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
      sk: `${visitSuffix}#${text.slice(0, 14)}`,
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
