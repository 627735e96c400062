// Judges rows of an import without writing anything.
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import type { JudgedRow, RowsPage } from '#lib/outlets/imports/rules/judged-row.ts';
import { rowsAtOnce, rowsOnPage } from '#lib/outlets/imports/rules/limits.ts';
import { type ParsedRow, parseRows } from '#lib/outlets/imports/rules/row.ts';
import type { Setting } from '#lib/outlets/imports/rules/setting.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import { readResults } from './imports.ts';
import { judgeRows, type OrderOperations } from './judge-rows.ts';

interface Wanted {
  readonly after?: number | undefined;
  readonly problem: boolean;
  readonly counts: boolean;
}

async function judgeAll(
  found: Import,
  rows: readonly ParsedRow[],
  setting: Setting,
  operations: OrderOperations,
): Promise<readonly JudgedRow[]> {
  const range = { after: (rows[0]?.number ?? 1) - 1, upTo: rows.at(-1)?.number ?? 1 };
  const results = found.run === 0 ? new Map() : await readResults(found, range);
  const open = rows.filter(({ number }) => !results.has(number));
  const judged = await judgeRows(found, open, setting, operations);
  const judgementOf = new Map(judged.map((one, index) => [open[index], one]));
  return rows.map((row): JudgedRow => {
    const judgement = judgementOf.get(row);
    const result = judgement ?? results.get(row.number);
    return { number: row.number, cells: row.cells, result, isDone: judgement === undefined };
  });
}

function countsOf(rows: readonly JudgedRow[]): Import['counts'] {
  const counts = { create: 0, update: 0, unchanged: 0, skip: 0, fail: 0 };
  for (const { result } of rows) counts[result.action] += 1;
  return counts;
}

/** The judgement of an order needs several reads, so a request has no time for those of a large file. */
const mayCount = ({ kind, rows }: Import): boolean => kind === 'creators' || rows <= rowsAtOnce;

export async function previewRows(
  found: Import,
  file: ImportFile,
  { after = 1, problem, counts }: Wanted,
  setting: Setting,
  operations: OrderOperations,
): Promise<RowsPage> {
  const all = parseRows(file.rows, found, setting.brand.currency);
  const rest = all.filter(({ number }) => number > after);
  const isCounted = counts && mayCount(found);
  const examined = isCounted ? all : rest.slice(0, problem ? rowsAtOnce : rowsOnPage);
  const judged = await judgeAll(found, examined, setting, operations);
  const isWanted = ({ number, result }: JudgedRow): boolean =>
    number > after && (!problem || result.problems.length > 0);
  const matching = judged.filter(isWanted);
  const rows = matching.slice(0, rowsOnPage);
  const last = (matching.length > rowsOnPage ? rows : judged).at(-1)?.number ?? after;
  const isEnd = last >= (all.at(-1)?.number ?? 0);
  return { rows, next: isEnd ? null : last, counts: isCounted ? countsOf(judged) : null };
}
