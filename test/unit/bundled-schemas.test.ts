import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutEndpointTexts, withoutMetadata } from '#infra/constructs/unused-schemas.ts';
import { sourcesIn } from '#test/support/sources.ts';

test('a bundled schema has no metadata, and the lines of its file keep their numbers', () => {
  const text = [
    'const day = z.string()',
    '  .meta({ description: \'A day (UTC), `it’s` "quoted"\' })',
    '  .optional();',
    'const rate = z.int().meta({',
    '  description: `From (1) to (2`,',
    "  example: ')',",
    '}).nullable();',
  ].join('\n');
  expect(withoutMetadata(text).replaceAll(/ +$/gm, '')).toBe(
    ['const day = z.string()', '', '  .optional();', 'const rate = z.int()', '', '', '.nullable();'].join(
      '\n',
    ),
  );
});

test('a bundled endpoint has no summary and no description, and keeps its other properties and its lines', () => {
  for (const { path, text } of sourcesIn('lib').filter((source) => source.path.endsWith('/routes.ts'))) {
    const left = withoutEndpointTexts(text);
    expect(left, path).not.toMatch(/^ {4}(summary|description):/m);
    expect(left.split('\n'), path).toHaveLength(text.split('\n').length);
    const properties = /^ {4}(?:(?:method|path|access|table):|\.\.\.\w+)/gm;
    expect(left.match(properties), path).toEqual(text.match(properties));
  }
});

test('no source of a function contains metadata after the build has removed it', () => {
  const files = sourcesIn('lib').filter(({ text }) => text.includes('.meta('));
  expect(files.length).toBeGreaterThan(20);
  for (const { path } of files) {
    const text = readFileSync(path, 'utf8');
    const left = withoutMetadata(text);
    expect(left, path).not.toContain('.meta(');
    expect(left.split('\n'), path).toHaveLength(text.split('\n').length);
  }
});
