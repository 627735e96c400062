// Judges rows of an import without writing anything.
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import { judge, type Setting } from '#lib/outlets/imports/rules/judge.ts';
import type { JudgedRow } from '#lib/outlets/imports/rules/judged-row.ts';
import { rowsAtOnce, rowsOnPage } from '#lib/outlets/imports/rules/limits.ts';
import { parseRows } from '#lib/outlets/imports/rules/row.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import { readFound } from './found.ts';
import { readResults } from './imports.ts';

interface Page {
  readonly rows: readonly JudgedRow[];
  readonly next: number | null;
}
interface Wanted {
  readonly after?: number | undefined;
  readonly problem: boolean;
}

export async function previewRows(
  found: Import,
  file: ImportFile,
  { after = 1, problem }: Wanted,
  setting: Setting,
): Promise<Page> {
  const all = parseRows(file.rows, found.columns, setting.brand.currency);
  const rest = all.filter(({ number }) => number > after);
  const examined = rest.slice(0, problem ? rowsAtOnce : rowsOnPage);
  const upTo = examined.at(-1)?.number ?? after;
  const results = found.run === 0 ? new Map() : await readResults(found, { after, upTo });
  const open = examined.filter(({ number }) => !results.has(number));
  const foundOf = new Map((await readFound(found.brandId, open)).map((one, index) => [open[index], one]));
  const judged = examined.map((row): JudgedRow => {
    const here = foundOf.get(row);
    const result = here === undefined ? results.get(row.number) : judge(row, here, setting);
    return { number: row.number, cells: row.cells, result, isDone: here === undefined };
  });
  const matching = judged.filter(({ result }) => !problem || result.problems.length > 0);
  const rows = matching.slice(0, rowsOnPage);
  const last = matching.length > rowsOnPage ? rows.at(-1)?.number : upTo;
  return { rows, next: last === undefined || last === all.at(-1)?.number ? null : last };
}
