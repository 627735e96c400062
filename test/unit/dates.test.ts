import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, dayInput, dayOrInstant, instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import {
  addDays,
  addMilliseconds,
  addMonths,
  addSeconds,
  dayOf,
  daysBetween,
  daysInclusive,
  parseInstant,
} from '#lib/foundation/shared/dates.ts';

const moment = fc.date({
  min: new Date('2000-01-01T00:00:00.000Z'),
  max: new Date('2085-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const anyDay = moment.map(dayOf);

describe('a calendar day', () => {
  test('`dayOf` returns the UTC day at any time of day', () => {
    expect(dayOf(new Date('2026-03-01T00:00:00.000Z'))).toBe('2026-03-01');
    expect(dayOf(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  });

  test('`addDays` is reversible and agrees with `daysInclusive`', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        const to = addDays(from, days);
        expect(addDays(to, -days)).toBe(from);
        expect(daysInclusive(from, to)).toBe(days + 1);
      }),
    );
  });

  test('`daysBetween` lists every day from the first to the last, both included', () => {
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

  test('`daysBetween` returns an empty list when the range ends before it begins', () => {
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
  ])('the schema of a day rejects %j', (text) => expect(day.safeParse(text).success).toBe(false));

  test('the schema of a day accepts February 29 in leap years only', () => {
    expect(day.safeParse('2028-02-29').success).toBe(true);
    expect(day.safeParse('2100-02-29').success).toBe(false);
  });
});

test('the schema of an instant accepts 2026-03-01T09:30:00.000Z', () => {
  expect(instant.safeParse('2026-03-01T09:30:00.000Z').success).toBe(true);
});

test.each(['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000+01:00', '2026-03-01'])(
  'the schema of an instant rejects %s',
  (text) => {
    expect(instant.safeParse(text).success).toBe(false);
  },
);

describe('the range of dates', () => {
  const inputs = {
    day: dayInput,
    instant: instantInput('A time'),
    dayOrInstant: dayOrInstant('A day or a time'),
  };
  const messageOf = (kind: keyof typeof inputs, text: string) =>
    inputs[kind].safeParse(text).error?.issues[0]?.message;

  test.each([
    ['day', '2000-01-01', '2099-12-31'],
    ['instant', '2000-01-01T00:00:00.000Z', '2099-12-31T23:59:59.999Z'],
    ['instant', '2000-01-01T02:00:00+02:00', '2099-12-31T22:59:59.999-01:00'],
    ['dayOrInstant', '2000-01-01', '2099-12-31T23:59:59.999Z'],
  ] as const)('the input of a %s accepts %s and %s', (kind, first, last) => {
    expect([messageOf(kind, first), messageOf(kind, last)]).toEqual([undefined, undefined]);
  });

  test.each([
    ['day', ['0000-01-01', '1969-12-31', '1999-12-31', '2100-01-01', '9999-12-31']],
    ['instant', ['0000-01-01T00:00:00Z', '2000-01-01T00:59:59+01:00', '2099-12-31T23:59:59-00:01']],
    ['dayOrInstant', ['0000-01-01', '1999-12-31T23:59:59.999Z', '2100-01-01', '9999-12-31T23:59:59Z']],
  ] as const)('the input of a %s outside of the range is refused with the range', (kind, texts) => {
    for (const text of texts)
      expect([text, messageOf(kind, text)]).toEqual([text, 'Must be from 2000-01-01 to 2099-12-31']);
  });

  test('a calculation far outside of the range throws instead of returning a year with five digits', () => {
    const last = new Date('2099-12-31T23:59:59.999Z');
    expect(addMilliseconds(last, 1).toISOString()).toBe('2100-01-01T00:00:00.000Z');
    const years = 401 * 86_400;
    for (const calculate of [
      () => addMilliseconds(last, years * 1000),
      () => addSeconds(last, years),
      () => addDays('2099-12-31', 401),
      () => addMonths(last, 14),
      () => addSeconds(new Date(0), -1),
      () => addSeconds(last, Number.NaN),
    ])
      expect(calculate).toThrow(RangeError);
  });
});

describe('addMonths', () => {
  const months = fc.integer({ min: -360, max: 168 });

  test('keeps the time and the day of the month, or uses the last day of a shorter month', () => {
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

  test('does not change the date that it receives', () => {
    const at = new Date('2026-01-31T10:00:00.000Z');
    expect(addMonths(at, 1).toISOString()).toBe('2026-02-28T10:00:00.000Z');
    expect(at.toISOString()).toBe('2026-01-31T10:00:00.000Z');
  });
});

describe('parseInstant', () => {
  test.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.5Z', '2026-03-01T09:30:00.500Z'],
    ['2026-03-01t09:30:00.123456789z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00.9999Z', '2026-03-01T09:30:00.999Z'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00.000Z'],
    ['2024-02-29T23:30:00.25-05:45', '2024-03-01T05:15:00.250Z'],
    ['2026-03-01T09:30:00-00:00', '2026-03-01T09:30:00.000Z'],
  ])('normalizes %s to %s', (text, at) => {
    expect(parseInstant(text)).toBe(at);
    expect(instant.safeParse(parseInstant(text)).success).toBe(true);
  });

  test('returns the same instant for every UTC offset', () => {
    const offsets = fc.integer({ min: -23 * 60, max: 23 * 60 });
    fc.assert(
      fc.property(moment, offsets, (at, minutes) => {
        const shifted = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const [hour, minute] = [Math.abs(minutes) / 60, Math.abs(minutes) % 60];
        const digits = [hour, minute].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
        expect(parseInstant(`${shifted}${minutes < 0 ? '-' : '+'}${digits}`)).toBe(at.toISOString());
      }),
    );
  });

  test.each([
    '',
    'now',
    '2026-03-01',
    '2026-03-01T09:30:00',
    '2026-03-01T09:30Z',
    '2026-03-01 09:30:00Z',
    '2026-02-30T09:30:00Z',
    '2025-02-29T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '2026-00-10T09:30:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T09:60:00Z',
    '2026-03-01T09:30:60Z',
    '2026-03-01T09:30:00.Z',
    '2026-03-01T09:30:00+0100',
    '2026-03-01T09:30:00+24:00',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+002026-03-01T09:30:00Z',
    ' 2026-03-01T09:30:00Z',
  ])('returns undefined for %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});
