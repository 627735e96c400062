// Finds and corrects wrong figures.

import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { keyText, putSheet } from '#lib/outlets/figures/rules/batches.ts';
import { compareFigures, type FigureComparison, type FigureDifference } from './compare.ts';
import type { Source } from './sources.ts';

export interface FigureExamination extends FigureComparison {
  /** The number of differences that were not the same in two comparisons, because changes are still being counted. */
  readonly moving: number;
}

const textOf = ({ key, expected, stored }: FigureDifference): string =>
  JSON.stringify([keyText(key), [...expected].map(([id, parts]) => [id, [...parts]]), stored?.revision]);

/** Reports only differences that two comparisons find. `wait` must take longer than a change takes to be counted. */
export async function examineFigures(
  brandId: string,
  now: Date,
  wait: () => Promise<unknown>,
  sources: readonly Source[] = ['clicks', 'orders'],
): Promise<FigureExamination> {
  const first = await compareFigures(brandId, now, sources);
  if (first.differences.length === 0) return { ...first, moving: 0 };
  await wait();
  const second = await compareFigures(brandId, now, sources);
  const known = new Set(first.differences.map(textOf));
  const lasting = second.differences.filter((difference) => known.has(textOf(difference)));
  return { ...second, differences: lasting, moving: second.differences.length - lasting.length };
}

const concurrency = 25;

/** Throws a stale write if an item has changed since the comparison. */
export async function rebuildFigures(
  brandId: string,
  now: Date,
  wait: () => Promise<unknown>,
  sources?: readonly Source[],
): Promise<FigureExamination> {
  const examination = await examineFigures(brandId, now, wait, sources);
  await forEachConcurrently(examination.differences, concurrency, ({ key, expected, stored }) =>
    transact([putSheet(stored, key, expected)]),
  );
  return examination;
}
