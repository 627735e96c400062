import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays } from '#lib/foundation/shared/dates.ts';
import {
  dayIn,
  dayStartHours,
  formatHour,
  isTimeZone,
  parseHour,
} from '#lib/foundation/shared/time-zones.ts';
import { sized } from '#test/support/size.ts';

const beginOf = (zone: string, date: string): string => formatHour(dayStartHours(zone, date, 0)[0] ?? 0);
const hoursOf = (zone: string, date: string): number => {
  const [from = 0, to = 0] = dayStartHours(zone, date, 1);
  return to - from;
};

test.each([
  'UTC',
  'Europe/Berlin',
  'America/Argentina/Buenos_Aires',
  'Asia/Kathmandu',
  'Etc/GMT+5',
  'Pacific/Chatham',
])('`isTimeZone` accepts %j', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  '',
  'Europe/Atlantis',
  '+02:00',
  '02:00',
  'Berlin',
  'UTC+2',
  'Europe/Berlin ',
  'Europe\u0000',
  'x'.repeat(500),
])('`isTimeZone` rejects %j', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test.each([
  ['UTC', '2026-03-29', '2026-03-29T00'],
  ['Europe/Berlin', '2026-01-15', '2026-01-14T23'],
  ['Europe/Berlin', '2026-07-15', '2026-07-14T22'],
  ['America/New_York', '2026-01-15', '2026-01-15T05'],
  ['Pacific/Kiritimati', '2026-01-15', '2026-01-14T10'],
  ['Pacific/Pago_Pago', '2026-01-15', '2026-01-15T11'],
  // Midnight is not on a full UTC hour: the day begins with the next full hour, 30 or 15 minutes later.
  ['Asia/Kolkata', '2026-01-15', '2026-01-14T19'],
  ['Asia/Kathmandu', '2026-01-15', '2026-01-14T19'],
  ['America/St_Johns', '2026-01-15', '2026-01-15T04'],
  // The offset is 8:45, so the day begins 45 minutes after midnight.
  ['Australia/Eucla', '2026-01-15', '2026-01-14T16'],
])('in the time zone %s, the day %s begins at %s UTC', (zone, date, hour) => {
  expect(beginOf(zone, date)).toBe(hour);
});

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  // The clocks go forward at midnight, so this day has no midnight.
  ['Africa/Cairo', '2026-04-24', 23],
  ['Africa/Cairo', '2026-04-25', 24],
  // Summer time shifts the clock by half an hour.
  ['Australia/Lord_Howe', '2026-04-05', 25],
  // Samoa skipped this day when it crossed the date line.
  ['Pacific/Apia', '2011-12-29', 24],
  ['Pacific/Apia', '2011-12-30', 0],
  ['Pacific/Apia', '2011-12-31', 24],
])('in the time zone %s, the day %s has %i hours', (zone, date, hours) => {
  expect(hoursOf(zone, date)).toBe(hours);
});

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const someDate = fc.integer({ min: 0, max: 365 * 100 }).map((days) => addDays('2000-01-01', days));

test('a time zone is cached once, in whatever letter case its name is sent', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  const names = ['Africa/Nairobi', 'africa/nairobi', 'AFRICA/NAIROBI', 'aFRICA/nAIROBI'];
  expect(names.map((name) => dayIn(name, new Date('2026-03-01T22:00:00Z')))).toEqual(
    names.map(() => '2026-03-02'),
  );
  expect(created).toHaveBeenCalledTimes(1);
  created.mockRestore();
});

describe('dayStartHours', () => {
  test('assigns each hour to the day on which it begins, for consecutive days in every time zone', () => {
    fc.assert(
      fc.property(zones, someDate, (zone, date) => {
        const cuts = dayStartHours(zone, date, 3);
        expect(cuts).toEqual(cuts.toSorted((one, other) => one - other));
        cuts.slice(0, 3).forEach((from, index) => {
          const to = cuts[index + 1] ?? 0;
          for (let hour = from; hour < to; hour += 1) {
            expect(dayIn(zone, new Date(hour * 3_600_000))).toBe(addDays(date, index));
          }
        });
      }),
      { numRuns: sized(200, 2000) },
    );
  });
});

test('`parseHour` is the inverse of `formatHour`', () => {
  expect(formatHour(parseHour('2026-11-21T16'))).toBe('2026-11-21T16');
  expect(parseHour('1970-01-01T01')).toBe(1);
});

test('`dayStartHours` returns the end of the last supported day, 2099-12-31', () => {
  expect(dayStartHours('America/New_York', '2099-12-31', 1).map((hour) => hour % 24)).toEqual([5, 5]);
});
