import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmpty, isWithin, rangeBetween } from '#lib/foundation/shared/time-ranges.ts';
import { dayIn, dayStart } from '#lib/foundation/shared/time-zones.ts';

describe('the first instant of a local day', () => {
  test.each([
    ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', '2026-01-15', '2026-01-14T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-15', '2026-01-14T18:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
    // The clocks go from 0:00 to 1:00, so this day has no midnight.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s begins at %s', (zone, date, instant) => {
    expect(dayStart(zone, date).toISOString()).toBe(instant);
  });

  test('every instant belongs to the range of its own local day', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham'];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        (at, zone) => {
          const day = dayIn(zone, at);
          expect(isWithin(rangeBetween(day, day, zone), at)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a range of days or instants', () => {
  test('includes both ends and nothing beside them', () => {
    const range = rangeBetween('2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.001Z', 'UTC');
    const within = ['09:29:59.999', '09:30:00.000', '09:30:00.001', '09:30:00.002'].map((time) =>
      isWithin(range, new Date(`2026-03-01T${time}Z`)),
    );
    expect(within).toEqual([false, true, true, false]);
  });

  test('includes its last day up to its last millisecond', () => {
    const { before } = rangeBetween(undefined, '2026-03-29', 'Europe/Berlin');
    expect(before?.toISOString()).toBe('2026-03-29T22:00:00.000Z');
  });

  test('a range of times is empty only if it ends before it begins', () => {
    expect(isEmpty(rangeBetween('2026-03-02', '2026-03-01', 'UTC'))).toBe(true);
    expect(isEmpty(rangeBetween('2026-03-01', '2026-03-01', 'UTC'))).toBe(false);
    expect(isEmpty(rangeBetween('2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 'UTC'))).toBe(false);
    expect(isEmpty(rangeBetween(undefined, '2000-01-01', 'UTC'))).toBe(false);
  });
});
