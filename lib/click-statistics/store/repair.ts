// Finds and corrects wrong click rollups of a month.
import { textOf } from '#lib/click-statistics/rules/rollups/comparable.ts';
import { keyText } from '#lib/click-statistics/writes.ts';
import {
  addMonths,
  addSeconds,
  dayOf,
  epochSeconds,
  secondsPerDay,
  secondsPerHour,
} from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import { OperatorError } from '#lib/shared/operator-error.ts';
import { transact } from '#lib/table/transact.ts';
import { transactionLimit, type Write } from '#lib/table/writes/write.ts';
import { clickExpiry } from '#lib/tracking/writes/visits.ts';
import type { Difference } from './compared-rollups.ts';
import { moveToRollups } from './move-journal.ts';
import { compareMonth, type MonthComparison } from './rebuild.ts';
import { foldAll } from './wide-months/fold.ts';

export interface MonthExamination extends Omit<MonthComparison, 'differences'> {
  readonly brandId: string;
  readonly month: string;
  readonly differences: readonly Difference[];
  /** The number of differences that were not the same in two comparisons, probably because clicks are still being aggregated. */
  readonly moving: number;
}

const maxComparisons = 4;

/** Reports only differences that two successive comparisons find. `wait` must take longer than the aggregation of new clicks. */
export async function examineMonth(
  brandId: string,
  month: string,
  wait: () => Promise<unknown>,
): Promise<MonthExamination> {
  let comparison = await compareMonth(brandId, month);
  let differences: readonly Difference[] = [];
  for (
    let count = 1;
    count < maxComparisons && comparison.differences.length > differences.length;
    count += 1
  ) {
    await wait();
    const next = await compareMonth(brandId, month);
    differences = lastingDifferences(comparison, next);
    comparison = next;
  }
  return {
    ...comparison,
    brandId,
    month,
    differences,
    moving: comparison.differences.length - differences.length,
  };
}

function lastingDifferences(before: MonthComparison, after: MonthComparison): readonly Difference[] {
  const earlier = new Map(before.differences.map((difference) => [keyText(difference.key), difference]));
  return after.differences.filter(({ key, expected, stored }) => {
    const was = earlier.get(keyText(key));
    return (
      was !== undefined && textOf(was.expected) === textOf(expected) && textOf(was.stored) === textOf(stored)
    );
  });
}

export function retainedMonths(now: Date): readonly string[] {
  const months: string[] = [];
  let at = new Date(`${dayOf(now).slice(0, 7)}-01`);
  while (clickExpiry(dayOf(at), environment.CLICK_RETENTION_DAYS) > epochSeconds(now)) {
    months.push(dayOf(at).slice(0, 7));
    at = addMonths(at, -1);
  }
  return months;
}

/** The stream keeps a change for 24 hours. The extra hour is a margin. */
const streamSeconds = 1 * secondsPerDay + 1 * secondsPerHour;

/** Throws a 409 while a click may still be in the stream, because the repair and the aggregation would both count it. */
export async function repairMonth(examined: MonthExamination, now: Date): Promise<void> {
  const { latest, brandId, month, isInJournal, isWide } = examined;
  const settled = addSeconds(new Date(latest), streamSeconds);
  if (settled > now) {
    throw new OperatorError(
      'conflict',
      'New clicks may still be added to these rollups. Repair them when no click has been stored for 25 hours, ' +
        `at the earliest at ${settled.toISOString()}`,
    );
  }
  // Only rollups are corrected, so they must have all changes first.
  if (isInJournal) await moveToRollups({ brandId, month });
  if (isWide) await foldAll({ brandId, month });
  const { differences } = isInJournal || isWide ? await compareMonth(brandId, month) : examined;
  for (let first = 0; first < differences.length; first += transactionLimit) {
    await transact(differences.slice(first, first + transactionLimit).map(correction));
  }
}

const refused = () =>
  new OperatorError('conflict', 'The rollups have changed since the comparison: compare them again');

function correction({ key, expected, stored }: Difference): Write {
  const last = stored?.revision;
  const ifUnchanged =
    stored === undefined
      ? { condition: 'attribute_not_exists(#pk)' }
      : { condition: '#revision = :last', values: { last } };
  if (expected === undefined) return { kind: 'delete', key, ...ifUnchanged, refused };
  const revision = Number(last ?? 0) + 1;
  return { kind: 'put', item: { ...expected, ...key, revision }, ...ifUnchanged, refused };
}

/** Moves the clicks of a wide month from its buffer to the rollups. */
export const foldMonth = ({ brandId, month }: Pick<MonthExamination, 'brandId' | 'month'>): Promise<void> =>
  foldAll({ brandId, month });
