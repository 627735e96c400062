import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withCurrentTable } from '#infra/tools/endpoints-table.ts';

const readme = readFileSync('README.md', 'utf8');

test('the README lists the current endpoints (fix: npm run docs)', () => {
  expect(readme).toBe(withCurrentTable(readme));
});

test('every npm script in the README exists in package.json', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...readme.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
