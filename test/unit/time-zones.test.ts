import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { dayIn, dayStart, isTimeZone } from '#lib/foundation/shared/time-zones.ts';
import { sized } from '#test/support/size.ts';

const millisecondsPerHour = 3_600_000;

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
  ['UTC', '2026-03-29', '2026-03-29T00:00'],
  ['Europe/Berlin', '2026-01-15', '2026-01-14T23:00'],
  ['Europe/Berlin', '2026-07-15', '2026-07-14T22:00'],
  ['America/New_York', '2099-12-31', '2099-12-31T05:00'],
  ['Pacific/Kiritimati', '2026-01-15', '2026-01-14T10:00'],
  ['Pacific/Pago_Pago', '2026-01-15', '2026-01-15T11:00'],
  ['Asia/Kolkata', '2026-01-15', '2026-01-14T18:30'],
  ['Asia/Kathmandu', '2026-01-15', '2026-01-14T18:15'],
  ['America/St_Johns', '2026-01-15', '2026-01-15T03:30'],
  ['Australia/Eucla', '2026-01-15', '2026-01-14T15:15'],
])('in the time zone %s, the day %s begins at %s UTC', (zone, date, instant) => {
  expect(dayStart(zone, date).toISOString()).toBe(`${instant}:00.000Z`);
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
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  // Samoa skipped this day when it crossed the date line.
  ['Pacific/Apia', '2011-12-29', 24],
  ['Pacific/Apia', '2011-12-30', 0],
  ['Pacific/Apia', '2011-12-31', 24],
])('in the time zone %s, the day %s has %d hours', (zone, date, hours) => {
  const [from, to] = [date, addDays(date, 1)].map((day) => dayStart(zone, day).getTime());
  expect(((to ?? 0) - (from ?? 0)) / millisecondsPerHour).toBe(hours);
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

test('a day begins at its first instant, in every time zone', () => {
  fc.assert(
    fc.property(zones, someDate, (zone, date) => {
      const start = dayStart(zone, date);
      // A day that a zone has skipped begins with the next one.
      expect(dayIn(zone, start) >= date).toBe(true);
      expect(dayIn(zone, new Date(start.getTime() - 1)) < date).toBe(true);
    }),
    { numRuns: sized(200, 2000) },
  );
});
