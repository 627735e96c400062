// Finds and corrects wrong rollups of reports.
import { keyText, putIfUnchanged } from '#lib/click-statistics/writes.ts';
import { transact } from '#lib/table/transact.ts';
import { aggregationLimits } from '#lib/table/writes/transaction-size.ts';
import { compareReports, type ReportComparison, type ReportDifference } from './compare.ts';

export interface ReportExamination extends ReportComparison {
  /** The number of differences that were not the same in two comparisons, because entries are still being aggregated. */
  readonly moving: number;
}

const textOf = ({ key, expected, stored }: ReportDifference): string =>
  [keyText(key), String(expected.figures), String(stored?.figures)].join(' ');

/** Reports only differences that two comparisons find. `wait` must take longer than the aggregation of a new entry. */
export async function examineReports(
  brandId: string,
  wait: () => Promise<unknown>,
): Promise<ReportExamination> {
  const first = await compareReports(brandId);
  if (first.differences.length === 0) return { ...first, moving: 0 };
  await wait();
  const second = await compareReports(brandId);
  const known = new Set(first.differences.map(textOf));
  const lasting = second.differences.filter((difference) => known.has(textOf(difference)));
  return { ...second, differences: lasting, moving: second.differences.length - lasting.length };
}

/** Throws a stale write if a rollup has changed since the comparison. */
export async function rebuildReports(
  brandId: string,
  wait: () => Promise<unknown>,
): Promise<ReportExamination> {
  const examination = await examineReports(brandId, wait);
  const { differences } = examination;
  for (let start = 0; start < differences.length; start += aggregationLimits.items) {
    const part = differences.slice(start, start + aggregationLimits.items);
    await transact(part.map(({ key, expected, stored }) => putIfUnchanged(stored, key, expected)));
  }
  return examination;
}
