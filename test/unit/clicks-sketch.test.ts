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

const lastHour = 23;

interface Seen {
  readonly visitor: string;
  readonly hour: number;
}

const sketchOf = (seen: Iterable<Seen>): Sketch => {
  let sketch = emptySketch();
  for (const { visitor, hour } of seen) sketch = addVisitor(sketch, hashVisitor(visitor), hour);
  return sketch;
};

const bytesOf = (sketch: Sketch, timed = true): Uint8Array => {
  const to = writer();
  encodeSketch(to, sketch, timed);
  return to.done();
};

function* crowd(seed: number, count: number, hours = 1): Generator<Seen> {
  for (let index = 0; index < count; index += 1) yield { visitor: `${seed}-${index}`, hour: index % hours };
}

describe('visitors of a day', () => {
  test('are counted exactly while they are few, each in the first hour it was there', () => {
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
    [2000, 60],
    [10_000, 20],
    [50_000, 6],
  ])('are estimated beyond: of %i, over %i crowds, within the stated error', (count, crowds) => {
    const errors = Array.from({ length: crowds }, (_, seed) => {
      const estimated = countVisitors(sketchOf(crowd(seed, count)));
      return (estimated - count) / count;
    });
    const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
    const mean = errors.reduce((sum, error) => sum + error, 0) / crowds;
    // Of so many crowds the deviation itself is known to about 1 / √(2 crowds), and the mean to 1 / √crowds.
    const spread = visitorStandardError * (1 + 3 / Math.sqrt(2 * crowds));
    expect(Math.sqrt(squares / crowds)).toBeLessThan(spread);
    expect(Math.abs(mean)).toBeLessThan((3 * visitorStandardError) / Math.sqrt(crowds));
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(5 * visitorStandardError);
  });

  test('are told by the hour within that error of the day’s, too', () => {
    const count = 24_000;
    const sketch = sketchOf(crowd(1, count, 24));
    expect(visitorsByHour(sketch)).toHaveLength(24);
    visitorsByHour(sketch).forEach((visitors, hour) => {
      const truth = ((hour + 1) * count) / 24;
      expect(Math.abs(visitors - truth)).toBeLessThan(4 * visitorStandardError * truth);
    });
  });

  test('are the same sketch in whatever order and however often they are told', () => {
    const many = [...crowd(7, 3000, 24)];
    const shuffled = fc.shuffledSubarray([...many, ...many.slice(0, 500)], { minLength: many.length + 500 });
    fc.assert(
      fc.property(shuffled, (told) => {
        expect(bytesOf(sketchOf(told))).toEqual(bytesOf(sketchOf(many)));
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test.each([20, 200, 400, 5000])(
    'of a sketch of %i are added as having come in that hour, if not before',
    (size) => {
      const before = [...crowd(1, size, 5)];
      const open = [...crowd(1, size, 5), ...crowd(2, size, 5)].map(({ visitor }) => ({ visitor, hour: 9 }));
      const seen = sketchOf(open.map(({ visitor }) => ({ visitor, hour: 0 })));
      expect(bytesOf(mergeSketch(sketchOf(before), seen, 9))).toEqual(
        bytesOf(sketchOf([...before, ...open])),
      );
    },
  );
});

describe('a sketch as bytes', () => {
  test.each([0, 1, maxExactVisitors, maxExactVisitors + 1, 20_000])(
    'of %i visitors is read as it was written',
    (size) => {
      const sketch = sketchOf(crowd(3, size, 24));
      expect(decodeSketch(reader(bytesOf(sketch)), true)).toEqual(sketch);
      const untimed = sketchOf(crowd(3, size));
      expect(decodeSketch(reader(bytesOf(untimed, false)), false)).toEqual(untimed);
    },
  );

  test('is small: 1.3 KB for a day as it is open, 9 KB with its hours', () => {
    const sketch = sketchOf(crowd(5, 50_000, 24));
    expect(bytesOf(sketch, false).length).toBeLessThan(1300);
    expect(bytesOf(sketch).length).toBeLessThan(9 * 1024);
  });
});
