// Collects the sections of all pages for the search in the browser.
import { type Page, sectionsOf } from './layout.ts';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
}

/** Shortens sections with hundreds of fields, so that the index stays small. The first fields are those of the request. */
const maxLength = 3000;

export const searchEntries = (pages: readonly Page[]): readonly Entry[] =>
  pages.flatMap((page) =>
    sectionsOf(page.html).map(({ id, title, text }) => ({
      id: `${page.path}#${id}`,
      title,
      page: page.title,
      text: text.slice(0, maxLength),
    })),
  );
