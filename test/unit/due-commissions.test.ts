// Tests that each run finds every due commission, also after the brand has changed its hold period.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { dueIdRanges, isDue } from '#lib/money/commissions/rules/due.ts';
import { someCommission } from '#test/support/commissions.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const at = (days: number): Date => addSeconds(start, days * secondsPerDay);

/** Successive changes of the hold period, each some days after the one before. */
const changes = fc.array(fc.record({ after: fc.nat({ max: 40 }), days: fc.nat({ max: 60 }) }), {
  maxLength: 5,
});

/** The brand after all changes, and its hold period at any day. */
function historyOf(given: readonly { readonly after: number; readonly days: number }[]) {
  let [holdDays, day] = [30, 0];
  let past: readonly { readonly days: number; readonly until: string }[] = [];
  const steps = [{ from: 0, days: holdDays }];
  for (const { after, days } of given) {
    day += after;
    past = [...past.filter((one) => one.days !== holdDays), { days: holdDays, until: at(day).toISOString() }];
    holdDays = days;
    steps.push({ from: day, days });
  }
  const holdAt = (ordered: number): number => steps.findLast(({ from }) => from <= ordered)?.days ?? 30;
  return { brand: { holdDays, pastHoldDays: [...past] }, holdAt };
}

test('the run for the period in which a commission becomes due reads an id range that contains the commission', () => {
  fc.assert(
    fc.property(
      changes,
      fc.double({ min: 0, max: 200, noNaN: true }),
      fc.double({ min: 0.01, max: 40, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.boolean(),
      (given, ordered, length, where, isFirstRun) => {
        const { brand, holdAt } = historyOf(given);
        const eligible = ordered + holdAt(ordered);
        const from = eligible - length * where;
        const until = addSeconds(at(from + length), 1);
        const id = newId('commission', at(ordered));
        const spans = dueIdRanges(brand, isFirstRun ? undefined : at(from), until);
        expect(spans.some((span) => span.from <= id && id <= span.to)).toBe(true);
      },
    ),
  );
});

test('a run reads no id range for a past hold period whose commissions all became due in earlier runs', () => {
  const pastHoldDays = [{ days: 30, until: at(0).toISOString() }];
  const spans = (from: Date | undefined) => dueIdRanges({ holdDays: 7, pastHoldDays }, from, at(100));
  expect([spans(undefined).length, spans(at(30)).length, spans(at(31)).length]).toEqual([2, 2, 1]);
});

test('only a pending commission that is not held is due, and only after its hold period', () => {
  const given = { brandId: 'brd_01JD0000000000000000000000', affiliateId: 'aff_01JD0000000000000000000000' };
  const pending = { ...someCommission(given, start), eligibleAt: at(30).toISOString() };
  expect([isDue(pending, at(30)), isDue(pending, addSeconds(at(30), 0.001))]).toEqual([false, true]);
  const since = start.toISOString();
  expect(isDue({ ...pending, hold: { reason: 'selfReferral', since } }, at(31))).toBe(false);
  for (const status of ['approved', 'paid', 'rejected', 'reversed'] as const) {
    expect(isDue({ ...pending, status }, at(31))).toBe(false);
  }
});
