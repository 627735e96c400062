import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, instant } from '#lib/shared/date-schemas.ts';
import { addDays, addMonths, dayOf, daysBetween, daysInclusive } from '#lib/shared/dates.ts';

const moment = fc.date({
  min: new Date('1970-01-01T00:00:00.000Z'),
  max: new Date('2200-01-01T00:00:00.000Z'),
  noInvalidDate: true,
});
const anyDay = moment.map(dayOf);

describe('days', () => {
  test('are UTC days, whatever the time of day', () => {
    expect(dayOf(new Date('2026-03-01T00:00:00.000Z'))).toBe('2026-03-01');
    expect(dayOf(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  });

  test('are as far apart as they were added', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        const to = addDays(from, days);
        expect(addDays(to, -days)).toBe(from);
        expect(daysInclusive(from, to)).toBe(days + 1);
      }),
    );
  });

  test('between two days are all of them, in order, both ends included', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (from, length) => {
        const days = daysBetween(from, addDays(from, length));
        expect(days).toHaveLength(length + 1);
        expect([days[0], days.at(-1)]).toEqual([from, addDays(from, length)]);
        expect(days.every((one, index) => index === 0 || one === addDays(days[index - 1] ?? '', 1))).toBe(
          true,
        );
      }),
    );
  });

  test('between a day and one before it are none', () => {
    expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '26-01-01',
    '2026-1-1',
    '',
    '2026-01-01T00:00:00Z',
    '2026-01-01\n',
  ])('are not "%s"', (text) => expect(day.safeParse(text).success).toBe(false));

  test('are the 29th of February in leap years', () => {
    expect(day.safeParse('2028-02-29').success).toBe(true);
    expect(day.safeParse('2100-02-29').success).toBe(false);
  });
});

test.each([
  ['2026-03-01T09:30:00.000Z', true],
  ['2026-03-01T09:30:00Z', false],
  ['2026-03-01T09:30:00.000+01:00', false],
  ['2026-03-01', false],
])('the instant %s: %s', (text, taken) => {
  expect(instant.safeParse(text).success).toBe(taken);
});

describe('months later', () => {
  const months = fc.integer({ min: -600, max: 600 });

  test('are the same time of the same day, or of the month’s last day', () => {
    fc.assert(
      fc.property(moment, months, (at, count) => {
        const later = addMonths(at, count);
        const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthOf(later) - monthOf(at)).toBe(count);
        expect(later.toISOString().slice(10)).toBe(at.toISOString().slice(10));
        const tomorrow = new Date(later.getTime() + 86_400_000);
        const isLastDay = tomorrow.getUTCDate() === 1;
        expect(
          later.getUTCDate() === at.getUTCDate() || (isLastDay && later.getUTCDate() < at.getUTCDate()),
        ).toBe(true);
      }),
    );
  });

  test('leave the moment they are counted from as it was', () => {
    const at = new Date('2026-01-31T10:00:00.000Z');
    expect(addMonths(at, 1).toISOString()).toBe('2026-02-28T10:00:00.000Z');
    expect(at.toISOString()).toBe('2026-01-31T10:00:00.000Z');
  });
});
