// Tests which rollups a report by creator, campaign or discount code reads.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import { coverOf, type Part } from '#lib/reports/rules/spans.ts';
import { addMonths } from '#lib/shared/dates.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';

const range = (first: string, last: string): HourRange => ({
  from: parseHour(`${first}T00`),
  to: parseHour(`${last}T00`) + 24,
});

function rangeOf(span: string): HourRange {
  const quarter = /^(\d{4})-Q(\d)$/.exec(span);
  const [first, months] = quarter
    ? [`${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}`, 3]
    : span.length === 4
      ? [`${span}-01`, 12]
      : [span, 1];
  const end = addMonths(new Date(`${first}-01`), months).getTime() / 3_600_000;
  return { from: parseHour(`${first}-01T00`), to: end };
}

const textOf = (part: Part): string => {
  const days =
    part.span ?? [part.time.from, part.time.to - 1].map((hour) => formatHour(hour).slice(0, 10)).join(' to ');
  return `${part.sign === 1 ? '+' : '-'} ${days}`;
};
const partsOf = (time: HourRange, now: number): readonly string[] => coverOf(time, now).map(textOf);
const later = parseHour('2030-01-01T00');

describe('the rollups of a range', () => {
  test('a calendar year is one rollup', () => {
    expect(partsOf(range('2025-01-01', '2025-12-31'), later)).toEqual(['+ 2025']);
  });

  test('a year in another time zone adds and subtracts a part of a day', () => {
    const { from, to } = range('2025-01-01', '2025-12-31');
    expect(partsOf({ from: from - 1, to: to - 1 }, later)).toEqual([
      '+ 2024-12-31 to 2024-12-31',
      '+ 2025',
      '- 2025-12-31 to 2025-12-31',
    ]);
  });

  test('the year up to today is the rollup of the year, because the future has no figures', () => {
    const parts = partsOf(range('2026-01-01', '2026-11-23'), parseHour('2026-11-23T10'));
    expect(parts.filter((part) => part.startsWith('+'))).toEqual(['+ 2026']);
  });

  test('the year up to a day of last year subtracts the days after it', () => {
    expect(partsOf(range('2025-01-01', '2025-12-24'), later)).toEqual([
      '+ 2025',
      '- 2025-12-25 to 2025-12-31',
    ]);
  });

  test('every hour of any range counts once, and every other hour zero times', () => {
    const start = parseHour('2023-01-01T00');
    fc.assert(
      fc.property(
        fc.nat(3 * 366 * 24),
        fc.integer({ min: 1, max: 366 * 24 }),
        fc.nat(4 * 366 * 24),
        (offset, length, now) => {
          const time = { from: start + offset, to: start + offset + length };
          const changes = new Map<number, number>();
          const change = (hour: number, by: number) => changes.set(hour, (changes.get(hour) ?? 0) + by);
          for (const part of coverOf(time, start + now)) {
            const { from, to } = part.span === null ? part.time : rangeOf(part.span);
            change(from, part.sign);
            change(to, -part.sign);
          }
          const steps = [...changes].filter(([, by]) => by !== 0).sort(([one], [other]) => one - other);
          expect(steps).toEqual([
            [time.from, 1],
            [time.to, -1],
          ]);
        },
      ),
    );
  });

  test('a range of 366 days reads at most six rollups with a row for each creator, besides days', () => {
    fc.assert(
      fc.property(fc.nat(3 * 366), (day) => {
        const from = parseHour('2023-01-01T00') + day * 24;
        const spans = coverOf({ from, to: from + 366 * 24 }, later).filter(({ span }) => span !== null);
        expect(spans.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
