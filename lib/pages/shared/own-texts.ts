// Gives the pages and forms of an area the texts that only this area has, so that no other area bundles them.
import { addPage as addSharedPage, type Pages } from './app.ts';
import { type PageContext, type PageHandler, visitOf as sharedVisitOf, type Visit } from './context.ts';
import type { Form } from './form.ts';
import { type Run, formHandler as sharedFormHandler } from './submit.ts';
import type { Language } from './texts/texts.ts';

/** Runs a form. Returns the path of the next page, or the page. */
export type RunOf<AreaVisit> = (visit: AreaVisit, form: Form) => Promise<string | Response>;

/** Returns the functions of the area. Its texts add to those of all areas. */
export function withOwnTexts<Own extends object>(textsOf: (language: Language) => Own) {
  const add = (visit: Visit) => ({ ...visit, texts: { ...visit.texts, ...textsOf(visit.language) } });
  type AreaVisit = ReturnType<typeof add>;
  const shared =
    (run: RunOf<AreaVisit>): Run =>
    (visit, form) =>
      run(add(visit), form);
  return {
    visitOf: (c: PageContext): AreaVisit => add(sharedVisitOf(c)),
    formHandler: (again: PageHandler, run: RunOf<AreaVisit>): PageHandler =>
      sharedFormHandler(again, shared(run)),
    /** Adds a page, and the forms that it contains, by the rest of their paths. */
    addPage: (
      app: Pages,
      path: string,
      page: PageHandler,
      forms: Readonly<Record<string, RunOf<AreaVisit>>> = {},
    ): void => {
      const entries = Object.entries(forms).map(([rest, run]) => [rest, shared(run)] as const);
      addSharedPage(app, path, page, Object.fromEntries(entries));
    },
  };
}
