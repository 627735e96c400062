// Collects the sections of all pages for the search in the browser.
import { addressOf, type Page, sectionsOf } from './layout.ts';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
}

/** Shows the method and the path of an operation, because operations for two kinds of ids have the same title. */
const requestIn = (text: string): string | undefined =>
  /^(GET|HEAD|POST|PUT|PATCH|DELETE) \S+/.exec(text)?.[0];

/** Shortens sections with hundreds of fields, so that the index stays small. The first fields are those of the request. */
const maxLength = 3000;

export const searchEntries = (pages: readonly Page[]): readonly Entry[] =>
  pages.flatMap((page) =>
    sectionsOf(page.render()).map(({ id, title, text }) => ({
      id: addressOf(page.path, id),
      title,
      page: [page.title, requestIn(text)].filter((part) => part !== undefined).join(' · '),
      text: text.slice(0, maxLength),
    })),
  );
