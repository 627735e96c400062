// Reads CSV files.

/** Parses a file as a spreadsheet does that takes `separator` for the separator. Quotes count only at the start of a cell. */
export function parseCsv(text: string, separator = ','): readonly (readonly string[])[] {
  const rows: string[][] = [['']];
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const [row = [''], character = ''] = [rows.at(-1), text[index]];
    const current = row.at(-1) ?? '';
    const append = (end: string) => row.splice(-1, 1, current + end);
    if (isQuoted && character === '"' && text[index + 1] === '"') {
      append('"');
      index += 1;
    } else if (character === '"' && (isQuoted || current === '')) isQuoted = !isQuoted;
    else if (!isQuoted && character === separator) row.push('');
    else if (!isQuoted && (character === '\r' || character === '\n')) rows.push(['']);
    else append(character);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}
