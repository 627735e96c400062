// Writes CSV (RFC 4180) that is safe to open in a spreadsheet. docs/decisions/0065
import { isEmailAddress } from './email-addresses.ts';

export const csvType = 'text/csv; charset=utf-8; header=present';

/**
 * Finds the places where a spreadsheet could see a formula: at the start of the cell, and after each character that a spreadsheet
 * may take for a separator. Spreadsheets may also ignore white space and quotes before the formula.
 * See https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulas = /(^|[,;|\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const leadingControl = /^(?=[\t\r\n])/;

const number = /^-?\d+(\.\d+)?$/;
const needsQuotes = /[",;|\t\r\n]|^['=+\-@]/;

/** Neither can run as a formula: a negative amount stays a number, and an e-mail address stays the address to pay to. */
const isHarmless = (text: string): boolean => number.test(text) || isEmailAddress(text);

/** Puts an apostrophe before formulas, so that a spreadsheet shows them as text. */
const neutralized = (text: string): string =>
  isHarmless(text) ? text : text.replace(formulas, "$1$2'").replace(leadingControl, "'");

function cell(text: string): string {
  const safe = neutralized(text);
  return needsQuotes.test(safe) && !number.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const byteOrderMark = '\uFEFF';
const decimal = /^(-?\d+)\.(\d+)$/;

export interface CsvOptions {
  /** For Excel in countries with a decimal comma: a byte order mark, semicolons, and commas in numbers. */
  readonly excel?: boolean | undefined;
}

export function toCsv(rows: readonly (readonly string[])[], { excel = false }: CsvOptions = {}): string {
  const write = excel ? (text: string) => cell(text).replace(decimal, '$1,$2') : cell;
  const lines = rows.map((row) => `${row.map(write).join(excel ? ';' : ',')}\r\n`);
  return `${excel ? byteOrderMark : ''}${lines.join('')}`;
}
