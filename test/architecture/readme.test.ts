import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guidePath, pathsWithTables, withCurrentTables } from '#infra/tools/endpoints-table.ts';

test.each(pathsWithTables)(
  '%s lists the current endpoints, filters, columns and error codes (fix: npm run docs)',
  (path) => {
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(withCurrentTables(path, text));
  },
);

test.each(['README.md', guidePath])('every npm script in %s exists in package.json', (path) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...readFileSync(path, 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
