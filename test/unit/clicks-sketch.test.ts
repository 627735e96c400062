import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addVisitor,
  countVisitors,
  emptySketch,
  hashVisitor,
  mergeSketch,
  type Sketch,
  visitorsByHour,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { decodeSketch, encodeSketch } from '#lib/click-statistics/rules/cardinality/sketch-bytes.ts';
import { reader, writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { maxExactVisitors, visitorStandardError } from '#lib/tracking/rules/click-kinds.ts';
import { sized } from '#test/support/size.ts';

const lastHour = 23;

interface Sighting {
  readonly visitor: string;
  readonly hour: number;
}

const sketchOf = (seen: Iterable<Sighting>): Sketch => {
  let sketch = emptySketch();
  for (const { visitor, hour } of seen) sketch = addVisitor(sketch, hashVisitor(visitor), hour);
  return sketch;
};

const bytesOf = (sketch: Sketch, timed = true): Uint8Array => {
  const to = writer();
  encodeSketch(to, sketch, timed);
  return to.done();
};

function* sightings(seed: number, count: number, hours = 1): Generator<Sighting> {
  for (let index = 0; index < count; index += 1) yield { visitor: `${seed}-${index}`, hour: index % hours };
}

describe('the visitor sketch of a day', () => {
  test('counts a small number of visitors exactly at every hour, each visitor from their first hour on', () => {
    const seen = fc.record({
      visitor: fc.nat(maxExactVisitors - 1).map(String),
      hour: fc.nat(lastHour),
    });
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 600 }), fc.nat(lastHour), (all, hour) => {
        const by = new Set(all.filter((one) => one.hour <= hour).map(({ visitor }) => visitor));
        expect(visitorsByHour(sketchOf(all))[hour]).toBe(by.size);
      }),
    );
  });

  test.each([
    [300, 80],
    [2000, sized(20, 60)],
    [10_000, sized(4, 20)],
    [50_000, sized(2, 6)],
  ])('estimates %i visitors within the documented error in %i samples', (count, samples) => {
    const errors = Array.from({ length: samples }, (_, seed) => {
      const estimated = countVisitors(sketchOf(sightings(seed, count)));
      return (estimated - count) / count;
    });
    const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
    const mean = errors.reduce((sum, error) => sum + error, 0) / samples;
    // The sampling error of the deviation is about 1 / √(2 · samples), and that of the mean 1 / √samples.
    const spread = visitorStandardError * (1 + 3 / Math.sqrt(2 * samples));
    expect(Math.sqrt(squares / samples)).toBeLessThan(spread);
    expect(Math.abs(mean)).toBeLessThan((3 * visitorStandardError) / Math.sqrt(samples));
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(5 * visitorStandardError);
  });

  test('estimates the visitors of each hour within four standard errors', () => {
    const count = 24_000;
    const sketch = sketchOf(sightings(1, count, 24));
    expect(visitorsByHour(sketch)).toHaveLength(24);
    visitorsByHour(sketch).forEach((visitors, hour) => {
      const truth = ((hour + 1) * count) / 24;
      expect(Math.abs(visitors - truth)).toBeLessThan(4 * visitorStandardError * truth);
    });
  });

  test('the visitor sketch of a day is identical for any sequence and repetition of the visitors', () => {
    const many = [...sightings(7, 3000, 24)];
    const shuffled = fc.shuffledSubarray([...many, ...many.slice(0, 500)], { minLength: many.length + 500 });
    fc.assert(
      fc.property(shuffled, (told) => {
        expect(bytesOf(sketchOf(told))).toEqual(bytesOf(sketchOf(many)));
      }),
      { numRuns: sized(3, 8), endOnFailure: true },
    );
  });

  test.each([20, 200, 400, 5000])(
    'merges an untimed sketch of %i visitors into the given hour without moving earlier visitors',
    (size) => {
      const before = [...sightings(1, size, 5)];
      const open = [...sightings(1, size, 5), ...sightings(2, size, 5)].map(({ visitor }) => ({
        visitor,
        hour: 9,
      }));
      const seen = sketchOf(open.map(({ visitor }) => ({ visitor, hour: 0 })));
      expect(bytesOf(mergeSketch(sketchOf(before), seen, 9))).toEqual(
        bytesOf(sketchOf([...before, ...open])),
      );
    },
  );
});

describe('the serialized visitor sketch', () => {
  test.each([0, 1, maxExactVisitors, maxExactVisitors + 1, 20_000])(
    'round-trips for a visitor count of %i',
    (size) => {
      const sketch = sketchOf(sightings(3, size, 24));
      expect(decodeSketch(reader(bytesOf(sketch)), true)).toEqual(sketch);
      const untimed = sketchOf(sightings(3, size));
      expect(decodeSketch(reader(bytesOf(untimed, false)), false)).toEqual(untimed);
    },
  );

  test('takes at most 1.3 KB without hours and 9 KB with hours', () => {
    const sketch = sketchOf(sightings(5, 50_000, 24));
    expect(bytesOf(sketch, false).length).toBeLessThan(1300);
    expect(bytesOf(sketch).length).toBeLessThan(9 * 1024);
  });
});
