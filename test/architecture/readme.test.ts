import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorsPath, guidePath, withCurrentCodes, withCurrentTables } from '#infra/tools/endpoints-table.ts';

test('the API guide lists the current endpoints (fix: npm run docs)', () => {
  const guide = readFileSync(guidePath, 'utf8');
  expect(guide).toBe(withCurrentTables(guide));
});

test('docs/errors.md lists the current error codes (fix: npm run docs)', () => {
  const text = readFileSync(errorsPath, 'utf8');
  expect(text).toBe(withCurrentCodes(text));
});

test.each(['README.md', guidePath])('every npm script in %s exists in package.json', (path) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...readFileSync(path, 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
