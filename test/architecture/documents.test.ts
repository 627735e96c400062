// Tests that links, file names and decision numbers in the documents are valid.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedDocuments, withCurrentParts } from '#infra/tools/documents.ts';
import { sourcesIn } from '#test/support/sources.ts';

const decisions = readdirSync('docs/decisions');
const paths = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];
const documents = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The anchors that GitHub generates for the headings of a document. */
const anchorsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

function isBroken(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(path)) return true;
  return anchor !== undefined && !anchorsIn(readFileSync(path, 'utf8')).includes(anchor);
}

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

test('every internal link in the documents leads to an existing file and section', () => {
  const links = documents.flatMap(({ path, text }) => linksIn(text).map((target) => ({ path, target })));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ path, target }) => isBroken(path, target))).toEqual([]);
});

/** The number of the last step of a section. */
function stepsOf(from: string, target: string): number {
  const [file = '', anchor = ''] = target.split('#');
  const text = readFileSync(file === '' ? from : join(dirname(from), file), 'utf8');
  const section = text.split(/^(?=##+ )/m).find((one) => anchorsIn(one)[0] === anchor) ?? '';
  return Math.max(0, ...[...section.matchAll(/^(\d+)\. /gm)].map(([, step]) => Number(step)));
}

test('every step of another section to which a document refers exists', () => {
  const references = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/steps? (\d+)(?: (?:to|and) (\d+))? of\s+\[[^\]]+\]\(([^)]+)\)/g)].map(
      ([, first, last = first, target = '']) => ({ path, step: Number(last), target }),
    ),
  );
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter(({ path, step, target }) => step > stepsOf(path, target))).toEqual([]);
});

test('every document, and every section of one, that the code and the workflows name exists', () => {
  const workflows = readdirSync('.github/workflows').map((file) => join('.github/workflows', file));
  const sources = [
    ...['lib', 'infra', 'functions', 'test'].flatMap(sourcesIn),
    ...[...workflows, 'infra/tools/shell.sh'].map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ];
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([target]) => ({ path, target })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ target }) => isBroken('.', target))).toEqual([]);
});

test('every project file that the documents name exists', () => {
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:lib|infra|functions|test|docs)\/[\w./-]+)`/g)].map(([, file = '']) => ({
      path,
      file,
    })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
});

test('each function that the recipes name is in the named file', () => {
  const recipes = documents.find(({ path }) => path === 'docs/contributing.md')?.text ?? '';
  const named = [...recipes.matchAll(/`(\w+)`\s+in\s+`(lib\/[\w./-]+\.ts)`/g)].map(
    ([, name = '', file = '']) => ({
      name,
      file,
    }),
  );
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(
    named.filter(({ name, file }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});

const architecture = readFileSync('docs/architecture.md', 'utf8');
const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('docs/architecture.md names every group and every domain of lib, and no other', () => {
  const [, tree = ''] = /^lib\/\n((?: {2}.*\n)+)/m.exec(architecture) ?? [];
  const named = [...tree.matchAll(/^( {2,4})(\S+)\//gm)].map(([, indent = '', name = '']) => indent + name);
  const existing = foldersIn('lib').flatMap((group) => [
    `  ${group}`,
    ...foldersIn(`lib/${group}`).map((domain) => `    ${domain}`),
  ]);
  expect(named.toSorted()).toEqual(existing.toSorted());
});

test('docs/architecture.md says what every background function does', () => {
  const files = ['logs', 'queues', 'schedules', 'streams'].flatMap((folder) =>
    readdirSync(`functions/${folder}`).map((file) => `${folder}/${file}`),
  );
  const named = [...architecture.matchAll(/^\| `(\w+\/\S+\.ts)` \|/gm)].map(([, file]) => file);
  expect(named.toSorted()).toEqual(files.toSorted());
});

test.each(generatedDocuments)('the generated parts of %s agree with the code (fix: npm run docs)', (path) => {
  const text = readFileSync(path, 'utf8');
  expect(text).toBe(withCurrentParts(path, text));
});

test('every decision record that documents or code refer to by number exists', () => {
  const sources = ['lib', 'infra', 'functions', 'test'].flatMap(sourcesIn);
  const named = [...documents, ...sources].flatMap(({ path, text }) =>
    [...text.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = '']) => ({ path, number })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ number }) => !decisions.some((file) => file.startsWith(`${number}-`)))).toEqual([]);
});
