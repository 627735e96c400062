// Tests which referrers a rollup keeps when there are more than it holds.
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTotals, parseTotals } from '#lib/click-statistics/rules/rollups/items.ts';
import { overflowName } from '#lib/click-statistics/rules/rollups/overflow.ts';
import { noValue, sumTotals, type Totals, totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { sized } from '#test/support/size.ts';

const brandId = 'brd_01JD0000000000000000000000';
const scope = { kind: 'affiliate', brandId } as const;
const kept = 200;

const clickFrom = (referrerHost: string, campaignId: string | null = null): ClickDelta => ({
  brandId,
  affiliateId: 'aff_01JD0000000000000000000000',
  campaignId,
  hour: '2026-11-21T16',
  clicks: 1,
  uniqueClicks: 1,
  firstInCampaign: 1,
  filtered: {},
  country: null,
  device: 'desktop',
  referrerHost,
  visitor: null,
});

/** Adds the clicks in batches, and stores and reads the totals after each batch, as the aggregation does. */
function aggregate(hosts: readonly string[], batchSize: number): Totals {
  let totals: Totals = new Map();
  for (let first = 0; first < hosts.length; first += batchSize) {
    const batch = hosts.slice(first, first + batchSize).map((host) => clickFrom(host));
    const sum = sumTotals(scope, totals, totalsOf(scope, batch));
    totals = parseTotals('affiliate', {
      ...formatTotals('affiliate', { through: '2026-11-21T16', totals: sum }),
      revision: 1,
    }).totals;
  }
  return totals;
}

const referrersIn = (totals: Totals) => totals.get(noValue)?.groups.referrer ?? new Map();
const sumOf = (totals: Totals): number =>
  [...referrersIn(totals).values()].reduce((sum, { clicks }) => sum + clicks, 0);

/** Hosts with the smallest hashes that an attacker can compute without a key. */
const forgedHosts = (count: number, prefix = 'forged'): readonly string[] =>
  Array.from({ length: count * 4 }, (_, nth) => `${prefix}-${nth}.test`)
    .toSorted((one, other) => (hash('sha256', one, 'base64') < hash('sha256', other, 'base64') ? -1 : 1))
    .slice(0, count);

const repeat = (host: string, count: number) => Array.from({ length: count }, () => host);

describe('the referrers of a creator', () => {
  test('keep the real ones, with exact counts, when 250 forged ones have smaller hashes', () => {
    const real = ['blog.test', 'news.test', 'video.test'];
    const clicks = real.flatMap((host) => repeat(host, 5));
    for (const hosts of [
      [...clicks, ...forgedHosts(250)],
      [...forgedHosts(250), ...clicks],
    ]) {
      const referrers = referrersIn(aggregate(hosts, 500));
      expect(real.map((host) => referrers.get(host)?.clicks)).toEqual([5, 5, 5]);
      expect(referrers.size).toBe(kept + 1);
    }
  });

  test('keep all 200 when there are exactly 200, and combine the rest when there are more', () => {
    const hosts = Array.from({ length: kept }, (_, nth) => `host-${nth}.test`);
    expect(referrersIn(aggregate(hosts, 30)).has(overflowName)).toBe(false);
    const more = aggregate([...hosts, 'one-more.test'], 30);
    expect([referrersIn(more).size, referrersIn(more).get(overflowName)?.clicks, sumOf(more)]).toEqual([
      kept + 1,
      1,
      kept + 1,
    ]);
  });

  test('the statistics of a creator keep every referrer with 5 % of the clicks in any stream of forged referrers', () => {
    const attack = fc.record({
      count: fc.integer({ min: 600, max: 3000 }),
      repeats: fc.integer({ min: 1, max: 4 }),
      batchSize: fc.integer({ min: 1, max: 700 }),
      places: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      isLast: fc.boolean(),
    });
    fc.assert(
      fc.property(attack, ({ count, repeats, batchSize, places, isLast }) => {
        const forged = Array.from({ length: count }, (_, nth) => `forged-${Math.floor(nth / repeats)}.test`);
        const own = Math.ceil(count * 0.06);
        const placed = Array.from({ length: own }, () => Math.floor((places.next().value ?? 0) * count)).sort(
          (one, other) => other - one,
        );
        const hosts = [...forged];
        if (isLast) hosts.push(...repeat('real.test', own));
        else for (const place of placed) hosts.splice(place, 0, 'real.test');
        const totals = aggregate(hosts, Math.max(batchSize, Math.ceil(hosts.length / 60)));
        const { clicks = 0, missed = 0 } = referrersIn(totals).get('real.test') ?? {};
        expect(clicks).toBeLessThanOrEqual(own);
        expect(clicks + missed).toBeGreaterThanOrEqual(own);
        expect(missed).toBeLessThanOrEqual(hosts.length / kept);
        expect(sumOf(totals)).toBe(hosts.length);
      }),
      { numRuns: sized(15, 100) },
    );
  });

  test('keep a referrer whose clicks arrive one by one among forged ones that came first', () => {
    const forged = forgedHosts(kept).flatMap((host) => repeat(host, 2));
    const attack = Array.from({ length: 100 }, (_, nth) => [
      'real.test',
      ...Array.from({ length: 19 }, (_, forgery) => `later-${nth}-${forgery}.test`),
    ]).flat();
    const totals = aggregate([...forged, ...attack], 20);
    const { clicks, missed } = referrersIn(totals).get('real.test') ?? { clicks: 0, missed: 0 };
    expect([clicks > 90, clicks + missed >= 100]).toEqual([true, true]);
  });

  test('remain those with most clicks when rollups of several hours are summed', () => {
    const hour = (nth: number) =>
      aggregate([...repeat('real.test', 30), ...forgedHosts(300, `hour-${nth}`)], 100);
    const hours = Array.from({ length: 6 }, (_, nth) => hour(nth));
    const { clicks = 0 } = referrersIn(sumTotals(scope, ...hours)).get('real.test') ?? {};
    expect(clicks).toBe(180);
  });

  test('take at most 24 KB in a rollup when all of them are long and counted often', () => {
    const long = (nth: number) => `${String(nth).padStart(4, '0')}${'x'.repeat(60)}`;
    const hosts = Array.from({ length: 1500 }, (_, nth) => long(nth % 500)).flatMap((host) =>
      repeat(host, 3),
    );
    const item = formatTotals('affiliate', { through: '2026-11-21T16', totals: aggregate(hosts, 300) });
    const { figures } = item;
    expect(figures instanceof Uint8Array && figures.byteLength).toBeLessThan(24 * 1024);
  });
});
