// Renders the documents of docs/ that explain the API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsPath, type Page } from './layout.ts';
import { guideNames, renderMarkdown } from './markdown.ts';

const folder = join(import.meta.dirname, '../../../docs');

const titleIn = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

export const guidePages = (): readonly Page[] =>
  guideNames.map((name) => {
    const text = readFileSync(join(folder, `${name}.md`), 'utf8');
    return { path: `${docsPath}/${name}`, title: titleIn(text), group: 'Guides', html: renderMarkdown(text) };
  });
