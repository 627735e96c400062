// Formats the rows of an export as CSV or as lines of JSON.
import { toCsv } from '#lib/shared/csv.ts';
import type { ExportFormat } from './resources.ts';

export type Row = Readonly<Record<string, unknown>>;

interface FileFormat {
  readonly format: ExportFormat;
  readonly bom: boolean;
}

const byteOrderMark = '\uFEFF';

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (JSON.isRawJSON(value)) return value.rawJSON;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the beginning of the file. */
export function formatHeader({ format, bom }: FileFormat, columns: readonly string[]): string {
  if (format === 'ndjson') return '';
  return `${bom ? byteOrderMark : ''}${toCsv([columns])}`;
}

export const formatRows = (format: ExportFormat, columns: readonly string[], rows: readonly Row[]): string =>
  format === 'ndjson'
    ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    : toCsv(rows.map((row) => columns.map((column) => cellOf(row[column]))));
