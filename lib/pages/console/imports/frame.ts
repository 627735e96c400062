// Shows a page of an import below its steps.
import { showConsole } from '#lib/pages/console/show.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';

export const importsPath = '/console/creators/imports';

const steps = ['file', 'columns', 'rows'] as const;
type Step = (typeof steps)[number];

type Content = Omit<PageContent, 'title'>;

export const showImport = (c: PageContext, page: Content): Promise<Response> =>
  showConsole(c, { title: visitOf(c).texts.imports.title, ...page });

export function showStep(c: PageContext, step: Step, page: Content): Promise<Response> {
  const { imports } = visitOf(c).texts;
  const item = (one: Step): Html =>
    one === step
      ? html`<li aria-current="step">${imports.steps[one]}</li>`
      : html`<li>${imports.steps[one]}</li>`;
  const body = html`<ol class="steps" aria-label="${imports.progressLabel}">${steps.map(item)}</ol>${page.body}`;
  return showImport(c, { ...page, body });
}
