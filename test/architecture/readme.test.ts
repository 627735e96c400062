import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['README.md', 'docs/api-guide.md'])('every npm script in %s exists in package.json', (path) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...readFileSync(path, 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
