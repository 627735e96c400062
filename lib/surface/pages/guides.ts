// Renders the documents of docs/ that explain the API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsPath, type Page } from './layout.ts';
import { guideFiles, renderMarkdown } from './markdown.ts';

const folder = join(import.meta.dirname, '../../../docs');

const titleIn = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

export const guidePages = (): readonly Page[] =>
  Object.entries(guideFiles).map(([name, file]) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const path = `${docsPath}/${name}`;
    return { path, title: titleIn(text), group: 'Guides', render: () => renderMarkdown(text) };
  });
