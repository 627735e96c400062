// Comma-separated values, as RFC 4180 has them, and harmless where a spreadsheet opens them.

/** The media type of a file whose first row has the names of its columns. */
export const csvType = 'text/csv; charset=utf-8; header=present';

/** What a spreadsheet would take for the beginning of a formula. https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const number = /^-?\d+(\.\d+)?$/;

function cell(text: string): string {
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Rows of cells, each row ended by CRLF. A text that a spreadsheet would run has an apostrophe before it. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
