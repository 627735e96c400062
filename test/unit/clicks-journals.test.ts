import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashVisitor } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { packDeltas, unpackDeltas } from '#lib/click-statistics/rules/journal/delta-bytes.ts';
import { hoursOfDeltas, inScope } from '#lib/click-statistics/rules/journal/figures.ts';
import {
  decodePositions,
  encodePositions,
  mergePositions,
  positionIn,
  withPosition,
} from '#lib/click-statistics/rules/journal/positions.ts';
import { retainedHours } from '#lib/click-statistics/rules/retention.ts';
import { applyDeltas, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { parseHours, parseOpen, rollupItemKeys } from '#lib/click-statistics/rules/rollups/items.ts';
import { type Scope, scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { positionOf } from '#lib/streams/checkpoint.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { devices, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

const ulidOf = (letter: string) => `01JD${letter.repeat(22)}`;
const affiliates = ['A', 'B'].map((letter) => `aff_${ulidOf(letter)}`);
const campaigns = [null, `cmp_${ulidOf('M')}`];
const hours = ['2026-10-30T22', '2026-10-30T23', '2026-10-31T00', '2026-10-31T05'];

const counts = fc.integer({ min: -1, max: 3 });
const anyDelta: fc.Arbitrary<ClickDelta> = fc.record({
  brandId: fc.constant('brd_1'),
  affiliateId: fc.constantFrom(...affiliates),
  campaignId: fc.constantFrom(...campaigns),
  hour: fc.constantFrom(...hours),
  clicks: counts,
  uniqueClicks: counts,
  firstInCampaign: counts,
  filtered: fc.dictionary(fc.constantFrom(...filterReasons), fc.constantFrom(-1, 1), { maxKeys: 2 }),
  country: fc.constantFrom(null, 'DE', 'FR'),
  device: fc.constantFrom(...devices),
  referrerHost: fc.option(fc.nat(300).map((number) => `blog-${number}.example`)),
  visitor: fc.option(fc.nat(20).map((number) => `visitor${number}`)),
});

const hashed = (delta: ClickDelta) => ({
  ...delta,
  filtered: { ...delta.filtered },
  visitor: delta.visitor === null ? null : hashVisitor(delta.visitor),
});
const text = (deltas: readonly ClickDelta[]) =>
  deltas
    .map((delta) =>
      JSON.stringify(Object.entries(hashed(delta)).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    )
    .toSorted();
const withSortedReasons = (delta: ClickDelta): ClickDelta => ({
  ...delta,
  filtered: Object.fromEntries(
    filterReasons.flatMap((reason) => {
      const count = delta.filtered[reason];
      return count === undefined ? [] : [[reason, count]];
    }),
  ),
});

describe('the bytes of a journal', () => {
  test('a journal is stored with all changes and the hashes of their visitors', () => {
    fc.assert(
      fc.property(fc.array(anyDelta, { maxLength: 80 }), (deltas) => {
        const packed = packDeltas(deltas);
        const unpacked = unpackDeltas('brd_1', packed);
        expect(text(unpacked)).toEqual(text(deltas.map(withSortedReasons)));
        // A journal is packed again each time it grows.
        expect(unpackDeltas('brd_1', packDeltas(unpacked))).toEqual(unpacked);
      }),
    );
  });
});

describe('the positions of a journal', () => {
  const now = new Date('2026-11-25T10:00:00.000Z');
  const sequenceNumber = fc
    .bigInt({ min: 0n, max: 10n ** 40n - 1n })
    .map((number) => positionOf(String(number)));

  test('a journal stores the position of each shard', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), sequenceNumber), (shards) => {
        let positions = new Map() as ReturnType<typeof decodePositions>;
        for (const [shard, position] of Object.entries(shards))
          positions = withPosition(positions, shard, position, now);
        const decoded = decodePositions(encodePositions(positions));
        for (const [shard, position] of Object.entries(shards))
          expect(positionIn(decoded, shard)).toBe(position);
        expect(positionIn(decoded, 'another shard')).toBeUndefined();
      }),
    );
  });

  test('a position expires two days after its change, and that of a dead letter after 15 days', () => {
    const [position, later] = [positionOf('7'), positionOf('8')];
    const both = withPosition(withPosition(new Map(), 'shard', position, now), 'shard/7', position, now);
    const afterDays = (days: number) =>
      mergePositions(both, new Map(), new Date(now.getTime() + days * 86_400_000));
    expect([positionIn(afterDays(1.9), 'shard'), positionIn(afterDays(2), 'shard')]).toEqual([
      position,
      undefined,
    ]);
    expect([positionIn(afterDays(14.9), 'shard/7'), positionIn(afterDays(15), 'shard/7')]).toEqual([
      position,
      undefined,
    ]);
    const newer = withPosition(new Map(), 'shard', later, now);
    expect(positionIn(mergePositions(both, newer, now), 'shard')).toBe(later);
  });
});

/** The figures of each hour in the rollups of these changes. */
function hoursInRollups(scope: Scope, deltas: readonly ClickDelta[]) {
  const batches = rollupBatches(deltas).filter((batch) => batch.scope.name === scope.name);
  const items = new Map<string, Item>(
    applyDeltas(batches, new Map()).map(({ item }) => [String(item.sk), item]),
  );
  const found: [string, object][] = [];
  for (const day of ['2026-10-30', '2026-10-31']) {
    const item = items.get(rollupItemKeys.hours(scope, day).sk);
    for (const own of item === undefined ? [] : parseHours(item).cells.values()) {
      for (const [hour, figures] of own) found.push([formatHour(parseHour(`${day}T00`) + hour), figures]);
    }
  }
  const open = items.get('OPEN');
  if (open !== undefined) {
    const { hour, totals } = parseOpen(scope.kind, open);
    for (const { figures } of totals.values()) found.push([hour, figures]);
  }
  return found.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

test('the figures of a journal are those of the rollups that it moves to', () => {
  const time = { from: parseHour('2026-10-01T00'), to: parseHour('2026-11-01T00') };
  fc.assert(
    fc.property(fc.array(anyDelta, { maxLength: 60 }), (deltas) => {
      for (const scope of [scopeOf('brd_1', {}), scopeOf('brd_1', { campaignId: campaigns[1] })]) {
        const own = inScope(scope, unpackDeltas('brd_1', packDeltas(deltas)));
        const found = hoursOfDeltas(scope, own, time, undefined).map(({ hour, figures }) => [
          formatHour(hour),
          figures,
        ]);
        expect(found.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual(
          hoursInRollups(scope, deltas),
        );
      }
    }),
  );
});

test('statistics exclude the hours that may have expired', () => {
  const now = new Date('2026-11-25T10:00:00.000Z');
  const [from, to] = [parseHour('2025-10-01T00'), parseHour('2026-01-01T00')];
  expect(formatHour(retainedHours({ from, to }, now).from)).toBe('2025-10-22T00');
  expect(retainedHours({ from: to, to: to + 5 }, now)).toEqual({ from: to, to: to + 5 });
  const past = retainedHours({ from: from - 1000, to: from }, now);
  expect(past.to - past.from).toBe(0);
});
