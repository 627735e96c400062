// Formats the rows of an export as CSV or as lines of JSON.
import { toCsv } from '#lib/foundation/shared/csv.ts';
import type { ExportFormat } from './resources.ts';

export type Row = Readonly<Record<string, unknown>>;

interface FileFormat {
  readonly format: ExportFormat;
  readonly bom: boolean;
}

const byteOrderMark = '\uFEFF';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !JSON.isRawJSON(value);

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (JSON.isRawJSON(value)) return value.rawJSON;
  if (Array.isArray(value)) return listCell(value);
  return isObject(value) ? JSON.stringify(value) : String(value);
}

const hasValue = ([, value]: readonly [string, unknown]): boolean => value !== null && value !== undefined;

/** Separates values by spaces. Writes objects as in `source=click outcome=won; source=trackingCode outcome=lost`. */
function listCell(values: readonly unknown[]): string {
  if (!values.some(isObject)) return values.map(cellOf).join(' ');
  return values
    .map((value) => Object.entries(Object(value)).filter(hasValue))
    .map((fields) => fields.map(([name, value]) => `${name}=${cellOf(value)}`).join(' '))
    .join('; ');
}

/** The path of a column is its name, split at dots. */
const valueAt = (row: Row, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? Reflect.get(value, name) : undefined), row);

/** Returns the beginning of the file. */
export function formatHeader({ format, bom }: FileFormat, columns: readonly string[]): string {
  if (format === 'ndjson') return '';
  return `${bom ? byteOrderMark : ''}${toCsv([columns])}`;
}

export function formatRows(format: ExportFormat, columns: readonly string[], rows: readonly Row[]): string {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const paths = columns.map((column) => column.split('.'));
  return toCsv(rows.map((row) => paths.map((path) => cellOf(valueAt(row, path)))));
}
