// Reads the file of an import: its encoding, its separator, and its rows.
import { CsvError, parse } from 'csv-parse/sync';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { maxColumns, maxHeaderLength, maxRows } from './limits.ts';

/** The number is that of the row in a spreadsheet, in which the header has the number 1. */
export interface FileRow {
  readonly number: number;
  readonly values: readonly string[];
}

export interface ImportFile {
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
}

/** Excel writes UTF-16 with a byte order mark, or Windows-1252 without one. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[1] === 0)
    return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export const textOf = (csv: string, encoding: 'text' | 'base64'): string =>
  encoding === 'base64' ? decode(Buffer.from(csv, 'base64')) : csv.replace(/^\uFEFF/, '');

const separators = [',', ';', '\t'];

function parseRows(text: string, delimiter: string, to?: number): readonly (readonly string[])[] {
  return parse(text, { delimiter, relax_column_count: true, trim: true, ...(to !== undefined && { to }) });
}

/** The header has the most columns with the separator of the file. */
function separatorOf(text: string): string {
  const widthWith = (separator: string) => parseRows(text, separator, 1)[0]?.length ?? 0;
  return separators.toSorted((one, other) => widthWith(other) - widthWith(one))[0] ?? ',';
}

function recordsOf(text: string): readonly (readonly string[])[] {
  try {
    return parseRows(text, separatorOf(text));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidField('csv', `Must be a CSV file with closed quotes: ${error.message}`);
  }
}

const limitsOfImports = { rows: maxRows, columns: maxColumns };

/** Throws a 400 for a file without rows, with too many of them, or with unclosed quotes. */
export function readFile(text: string, limits = limitsOfImports): ImportFile {
  const [headers = [], ...records] = recordsOf(text);
  const rows = records
    .map((values, index) => ({ number: index + 2, values }))
    .filter(({ values }) => values.some((value) => value !== ''));
  if (rows.length === 0) throw invalidField('csv', 'Must have a header and at least one row');
  if (rows.length > limits.rows)
    throw invalidField('csv', `Has ${rows.length} rows: send at most ${limits.rows} in each file`);
  if (headers.length > limits.columns)
    throw invalidField('csv', `Must have at most ${limits.columns} columns`);
  return { headers: headers.map((header) => header.slice(0, maxHeaderLength)), rows };
}
