import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currentPeriod } from '#lib/access/billing/rules/billing-period.ts';

const anyStart = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const anyDuration = fc.integer({ min: 0, max: 20 * 365 * 86_400_000 });

test('the current billing period contains the current time, from its start inclusive to its end exclusive', () => {
  fc.assert(
    fc.property(anyStart, anyDuration, (beganAt, milliseconds) => {
      const now = new Date(beganAt.getTime() + milliseconds);
      const { start, end } = currentPeriod(beganAt, now);
      expect(start <= now && now < end).toBe(true);
      expect(start >= beganAt).toBe(true);
    }),
  );
});

test('the next billing period begins when the current one ends', () => {
  fc.assert(
    fc.property(anyStart, anyDuration, (beganAt, milliseconds) => {
      const { start, end } = currentPeriod(beganAt, new Date(beganAt.getTime() + milliseconds));
      expect(currentPeriod(beganAt, end).start).toEqual(end);
      expect(currentPeriod(beganAt, new Date(end.getTime() - 1))).toEqual({ start, end });
    }),
  );
});

test('a billing period is 28 to 31 days long', () => {
  fc.assert(
    fc.property(anyStart, anyDuration, (beganAt, milliseconds) => {
      const { start, end } = currentPeriod(beganAt, new Date(beganAt.getTime() + milliseconds));
      const days = (end.getTime() - start.getTime()) / 86_400_000;
      expect([28, 29, 30, 31]).toContain(days);
    }),
  );
});

test.each([
  ['2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2026-02-27', '2026-01-31', '2026-02-28'],
  ['2028-02-29', '2029-02-28', '2029-02-28', '2029-03-29'],
  ['2026-12-15', '2027-01-14', '2026-12-15', '2027-01-15'],
])(
  'for a subscription that began on %s, the day %s is in the billing period from %s to %s',
  (beganOn, on, start, end) => {
    const at = (day: string) => new Date(`${day}T10:00:00.000Z`);
    expect(currentPeriod(at(beganOn), at(on))).toEqual({ start: at(start), end: at(end) });
  },
);
