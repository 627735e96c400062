// Tests that each row of docs/security.md names tests that exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface NamedTest {
  readonly file: string;
  readonly title: string;
}

const header = '| Threat | Promise | Test |\n|---|---|---|\n';

const rowsOf = (text: string): readonly string[] =>
  text
    .split(header)
    .slice(1)
    .flatMap((table) => table.split('\n\n')[0]?.trim().split('\n') ?? []);

/** Reads cells such as `[races.test.ts](../test/functional/payouts/races.test.ts): "first title", "second title"`. */
const testsIn = (row: string): readonly NamedTest[] =>
  [...row.matchAll(/\]\(\.\.\/(test\/[\w./-]+)\): ((?:"[^"]+"(?:, )?)+)/g)].flatMap(
    ([, file = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );

function exists({ file, title }: NamedTest): boolean {
  const source = readFileSync(file, 'utf8');
  return [`'${title}'`, `\`${title}\``].some((literal) => source.includes(literal));
}

const rows = rowsOf(readFileSync('docs/security.md', 'utf8'));

test('every row of docs/security.md names at least one test', () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => testsIn(row).length === 0)).toEqual([]);
});

test('every test that docs/security.md names exists', () => {
  expect(rows.flatMap(testsIn).filter((named) => !exists(named))).toEqual([]);
});
