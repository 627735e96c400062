/** Replaces control characters, which could move the cursor or break a row of a table. */
const printable = (cell: string): string => cell.replace(/\p{Cc}/gu, ' ');

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

export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  whenEmpty: string,
): string =>
  rows.length === 0 ? whenEmpty : columns([headings.map((heading) => heading.toUpperCase()), ...rows]);

export const facts = (title: string, pairs: readonly (readonly [string, string])[]): string =>
  `${title}\n${columns(pairs, '  ')}`;
