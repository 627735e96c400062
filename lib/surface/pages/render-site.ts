// Renders all pages, and the files that they load.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { guidePages } from './guides.ts';
import { type DemoAccounts, homePage } from './home.ts';
import { docsPath, type Page, pageHtml } from './layout.ts';
import { notFoundPath } from './paths.ts';
import { referencePages } from './reference.ts';
import { searchEntries } from './search.ts';
import type { Site, SiteFile } from './site-file.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const own = (name: string): string => read(join(import.meta.dirname, name));

/** The name contains the hash of the text, so browsers keep the file for good. */
const asset = (name: string, type: string, text: string): readonly [path: string, SiteFile] => {
  const [stem, extension] = name.split('.');
  return [
    `${docsPath}/${stem}-${hash('sha256', text).slice(0, 12)}.${extension}`,
    { type, text, isImmutable: true },
  ];
};

/** Renders the text when it is read. The name of the search index cannot contain a hash, because then every page would need the text of all. */
const changing = (path: string, type: string, render: () => string): readonly [path: string, SiteFile] => [
  path,
  {
    type,
    get text() {
      return render();
    },
    isImmutable: false,
  },
];

const searchIndex = `${docsPath}/search.json`;

const searchLibrary = (): string => {
  const folder = join(createRequire(import.meta.url).resolve('minisearch'), '../../..');
  const text = read(join(folder, 'dist/es/index.js')).replace(/\n\/\/# sourceMappingURL.*/, '');
  return `/*\n${read(join(folder, 'LICENSE.txt'))}*/\n${text}`;
};

const notFound: Page = {
  path: notFoundPath,
  title: 'Page not found',
  group: 'Start',
  render: () => `<h1>Page not found</h1><p>See <a href="${docsPath}">all operations</a>, or search.</p>`,
};

export function renderSite(demo?: DemoAccounts): Site {
  const pages = [homePage(demo), ...guidePages(), ...referencePages(interfaceDocument)];
  const library = asset('minisearch.js', 'text/javascript', searchLibrary());
  const script = own('browser.js').replace('./MINISEARCH', library[0]);
  const assets = {
    style: asset('style.css', 'text/css', own('style.css')),
    script: asset('browser.js', 'text/javascript', script),
  };
  const paths = { style: assets.style[0], script: assets.script[0], searchIndex };
  const rendered = [...pages, notFound].map((page) =>
    changing(page.path, 'text/html', () => pageHtml(page, pages, paths)),
  );
  const index = changing(searchIndex, 'application/json', () => JSON.stringify(searchEntries(pages)));
  return Object.fromEntries([...rendered, index, library, ...Object.values(assets)]);
}
