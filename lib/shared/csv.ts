// Writes CSV (RFC 4180) that is safe to open in a spreadsheet.

export const csvType = 'text/csv; charset=utf-8; header=present';

/**
 * Spreadsheets run a text as a formula if it begins with one of these characters.
 * See https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const number = /^-?\d+(\.\d+)?$/;

function cell(text: string): string {
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Puts an apostrophe before formulas, so that a spreadsheet shows them as text. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
