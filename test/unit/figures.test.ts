// Tests the sheets of figures: sums, limits of values, and the spans of a range of days.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subNames } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { clickExpiry } from '#lib/clicks/tracking/writes/visits.ts';
import { addDays, daysBetween, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { applyBatch, figureBatches } from '#lib/outlets/figures/rules/batches.ts';
import {
  clicksByValue,
  type Figures,
  openDimensions,
  type Values,
} from '#lib/outlets/figures/rules/figures.ts';
import { addToSheet, encodeSheet, type Sheet, sheetOf } from '#lib/outlets/figures/rules/sheet.ts';
import { coverOf } from '#lib/outlets/figures/rules/spans.ts';
import { areEqual, maxValues, otherValues } from '#lib/outlets/figures/rules/value-limits.ts';
import { hasAllClicks } from '#lib/outlets/figures/store/sources.ts';

test('equal figures are equal sheets in any order of the changes, and figures that became 0 leave nothing', () => {
  const [one, other]: [Sheet, Sheet] = [new Map(), new Map()];
  const changes: readonly (readonly [string, string, Figures])[] = [
    ['a', '3', { orders: 1, gross: 500 }],
    ['b', '', { refunds: 20, pending: -7 }],
    ['a', '23', { inPayout: 9, clicks: 2 }],
    ['c', '1', { paid: 4 }],
    ['c', '1', { paid: -4 }],
  ];
  for (const change of changes) addToSheet(one, ...change);
  for (const change of changes.toReversed()) addToSheet(other, ...change);
  expect([...one.keys()]).toEqual(['a', 'b']);
  expect(areEqual(one, other)).toBe(true);
  expect(sheetOf(encodeSheet(one))).toEqual(one);
  addToSheet(other, 'b', '', { refunds: 1 });
  expect(areEqual(one, other)).toBe(false);
});

describe('the referrers of an item', () => {
  const key = { pk: 'p', sk: 's' };
  const valuesOf = (host: string): Values => ({ referrer: [[host, 1, 1]] });
  const clicksFrom = (hosts: readonly string[]) =>
    hosts.map((host) => ({
      ...{ key, id: 'aff_1', part: '' },
      figures: { clicks: 1, uniqueClicks: 1, values: valuesOf(host) },
    }));
  const countInBatches = (hosts: readonly string[], size: number): Sheet => {
    let item: Item | undefined;
    for (let first = 0; first < hosts.length; first += size) {
      for (const batch of figureBatches(clicksFrom(hosts.slice(first, first + size))))
        item = applyBatch(batch, item).item;
    }
    return sheetOf(item);
  };
  const referrersOf = (sheet: Sheet) => clicksByValue(sheet.get('aff_1')?.get('') ?? {}, 'referrer');
  const forged = Array.from({ length: 1500 }, (_, nth) => `forged-${nth}.test`);
  const real = ['blog.test', 'news.test', 'video.test'];

  test.each([1, 100, 2000])(
    'frequent referrers keep their clicks beside many forged ones, and no click is lost, in batches of %i clicks',
    (size) => {
      const hosts = [...real.flatMap((host) => Array.from({ length: 5 }, () => host)), ...forged];
      const referrers = referrersOf(countInBatches(hosts, size));
      expect(real.map((host) => referrers.get(host)?.clicks)).toEqual([5, 5, 5]);
      expect([...referrers.values()].reduce((sum, { clicks }) => sum + clicks, 0)).toBe(hosts.length);
      expect(referrers.size).toBeLessThanOrEqual(401);
      expect(referrers.get(otherValues)?.clicks).toBeGreaterThan(1000);
    },
  );

  test('an item with the most and longest forged referrers, links and sub ids stays below 64 KB', () => {
    const texts = Array.from({ length: maxValues.referrer }, (_, nth) =>
      createHash('sha384').update(String(nth)).digest('base64url'),
    );
    const deltas = texts.map((text, nth) => {
      const value: [string, number, number] = [text, 1, 1];
      const ofSubIds = nth < maxValues.sub ? subNames.map((name) => [name, [value]] as const) : [];
      const values: Values = { referrer: [value], link: [value], ...Object.fromEntries(ofSubIds) };
      return { ...{ key, id: 'aff_1', part: '' }, figures: { clicks: 1, values } };
    });
    const [item] = figureBatches(deltas).map((batch) => applyBatch(batch, undefined).item);
    expect(Buffer.from(item?.values as Uint8Array).length).toBeLessThan(65_536);
    const values = sheetOf(item).get('aff_1')?.get('')?.values ?? {};
    expect(openDimensions.map((dimension) => values[dimension]?.length)).toEqual([
      ...[maxValues.referrer, maxValues.link],
      ...subNames.map(() => maxValues.sub),
    ]);
  });

  test('sheets with different names of referrers are equal if their sums are equal', () => {
    const [inOneBatch, oneByOne] = [countInBatches(forged, 2000), countInBatches(forged.toReversed(), 7)];
    expect(referrersOf(inOneBatch)).not.toEqual(referrersOf(oneByOne));
    expect(areEqual(inOneBatch, oneByOne)).toBe(true);
    addToSheet(oneByOne, 'aff_1', '', { values: valuesOf('one-more.test') });
    expect(areEqual(inOneBatch, oneByOne)).toBe(false);
  });
});

describe('coverOf', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2023-11-20', days));
  const range = fc
    .tuple(day, fc.integer({ min: 0, max: 365 }))
    .map(([from, days]): [string, string] => [from, addDays(from, days)]);

  test('the spans of any range have each of its days that has figures once, and no other day', () => {
    fc.assert(
      fc.property(range, day, (days, today) => {
        const counts = new Map<string, number>();
        for (const {
          sign,
          range: [first, last],
        } of coverOf(days, today)) {
          const isMonths = first.length === 'YYYY-MM'.length;
          const from = isMonths ? `${first}-01` : first;
          const to = isMonths ? addDays(`${last}-28`, 3) : last;
          for (const one of daysBetween(from, to)) {
            if (isMonths && one.slice(0, 'YYYY-MM'.length) > last) continue;
            counts.set(one, (counts.get(one) ?? 0) + sign);
          }
        }
        const counted = [...counts].filter(([, count]) => count !== 0).toSorted();
        expect(counted).toEqual(daysBetween(...days).map((one) => [one, 1]));
      }),
    );
  });

  test('a range until today reads the present month as a whole, because its later days have no figures', () => {
    expect(coverOf(['2026-02-27', '2026-03-20'], '2026-03-20')).toEqual([
      { sign: 1, range: ['2026-02-27', '2026-02-28'] },
      { sign: -1, range: ['2026-03-21', '2026-03-31'] },
      { sign: 1, range: ['2026-03', '2026-03'] },
    ]);
    expect(coverOf(['2025-01-01', '2025-12-31'], '2026-03-20')).toEqual([
      { sign: 1, range: ['2025-01', '2025-12'] },
    ]);
  });
});

test('the clicks of a month are complete until those of the UTC day before it expire, because some zones begin a day earlier', () => {
  const expiry = clickExpiry('2026-02-28', environment.CLICK_RETENTION_DAYS);
  const isComplete = (seconds: number) => hasAllClicks('2026-03', new Date(seconds * 1000));
  expect([-1, 0, 1, secondsPerDay].map((later) => isComplete(expiry + later))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
