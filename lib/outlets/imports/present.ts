// Converts imports to API responses, and to the file of the report.
import type * as z from 'zod';
import { type CsvOptions, toCsv } from '#lib/foundation/shared/csv.ts';
import { cellsOf } from '#lib/outlets/imports/rules/cells.ts';
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import { fileExpiry } from '#lib/outlets/imports/rules/import.ts';
import { sampleRows } from '#lib/outlets/imports/rules/limits.ts';
import type { KeptPage } from '#lib/outlets/imports/rules/undo.ts';
import { undoableUntil } from '#lib/outlets/imports/rules/undoable.ts';
import type { importAnswer, importDetails } from '#lib/outlets/imports/schema/answers.ts';
import type { importKept, importRows } from '#lib/outlets/imports/schema/row-answers.ts';
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import type { RowsPage } from './rules/judged-row.ts';

const presentCounts = ({ create, update, unchanged, skip, fail }: Import['counts']) => ({
  created: create,
  updated: update,
  unchanged,
  skipped: skip,
  failed: fail,
});

export function presentImport(found: Import): z.input<typeof importAnswer> {
  const { id, kind, source, status, columns, onExisting, invite, rows, counts } = found;
  const { failure, undo, createdAt, completedAt } = found;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    id,
    type: kind,
    source,
    status,
    columns,
    onExisting,
    invite,
    progress: { done, total: rows, ...presentCounts(counts) },
    failure,
    undo,
    createdAt,
    completedAt,
    undoableUntil: undoableUntil(found)?.toISOString() ?? null,
    fileDeletedAt: fileExpiry(found).toISOString(),
  };
}

/** The file is undefined after it was deleted. */
export const presentDetails = (
  found: Import,
  file: ImportFile | undefined,
): z.input<typeof importDetails> => ({
  ...presentImport(found),
  sample: (file?.rows ?? []).slice(0, sampleRows).map((row) => ({
    number: row.number,
    values: { ...cellsOf(row, found.columns) },
  })),
});

export const presentRows = ({ rows, next, counts }: RowsPage): z.input<typeof importRows> => ({
  rows: rows.map(({ number, cells, result, isDone }) => ({
    number,
    values: { ...cells },
    action: result.action,
    isDone,
    // A creator that does not exist yet has no id.
    affiliateId: result.action === 'create' && !isDone ? null : result.affiliateId,
    problems: result.problems,
    undo: result.undo ?? null,
  })),
  counts: counts && presentCounts(counts),
  next,
});

export const presentKept = ({ rows, next }: KeptPage): z.input<typeof importKept> => ({
  rows: rows.map(({ number, result: { affiliateId, conversionId = null }, reason }) => ({
    number,
    affiliateId,
    conversionId,
    reason,
  })),
  next,
});

/** The report repeats the columns of the file, so that a corrected file can be imported. */
export function presentReport(
  { columns, createdAt }: Import,
  { rows }: ImportFile,
  results: ReadonlyMap<number, Result>,
  options: CsvOptions,
) {
  const header = [...columns.map(({ header: name }) => name), 'result', 'problems', 'creator'];
  const lines = rows.map(({ number, values }) => {
    const { action = '', problems = [], affiliateId = null } = results.get(number) ?? {};
    const messages = problems.map(({ field, message }) =>
      field === null ? message : `${field}: ${message}`,
    );
    return [
      ...columns.map((_, index) => values[index] ?? ''),
      action,
      messages.join('; '),
      affiliateId ?? '',
    ];
  });
  return { name: `import-${createdAt.slice(0, 10)}.csv`, text: toCsv([header, ...lines], options) };
}
