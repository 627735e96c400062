// How commands write for people: aligned columns.

/** Control characters could move the cursor, or end a line of the table. */
const printable = (cell: string): string => cell.replace(/\p{Cc}/gu, ' ');

/** Rows in aligned columns, the last one ragged. */
export function columns(rows: readonly (readonly string[])[], indent = ''): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return cells
    .map((row) =>
      `${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n');
}

/** A table with a heading, or what to say where it would be empty. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  whenEmpty: string,
): string =>
  rows.length === 0 ? whenEmpty : columns([headings.map((heading) => heading.toUpperCase()), ...rows]);

/** A title, and facts about it in two columns. */
export const facts = (title: string, pairs: readonly (readonly [string, string])[]): string =>
  `${title}\n${columns(pairs, '  ')}`;
