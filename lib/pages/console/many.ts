// Shows a form that creates an item for each line, and what happened to each line.
import type { BulkDiscountResultFailed } from '#lib/client/index.ts';
import type { Run, Texts, Visit } from '#lib/pages/console/visit.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, notice } from '#lib/pages/shared/html.ts';
import { forReaders } from '#lib/pages/shared/messages.ts';
import { table } from '#lib/pages/shared/table.ts';
import { type Page, plainPage } from './page.ts';

type Result = { readonly status: 'created' } | BulkDiscountResultFailed;

interface Many {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly created: (count: string) => string;
}

interface FailedLine {
  readonly line: string;
  readonly number: number;
  readonly error: BulkDiscountResultFailed['error'];
}

function outcomeHtml({ c, texts }: Page, failed: readonly FailedLine[], created: string): Html {
  const { many, common } = texts;
  if (failed.length === 0) return notice('good', created);
  const problem = ({ error: { code, details, message } }: FailedLine): string =>
    (code === 'validation_failed' ? undefined : common.errors[code]) ??
    forReaders(texts, details?.[0]?.message ?? message);
  const problems = table(c, { title: many.failed, none: '' }, failed, [
    [many.line, ({ number, line }) => html`${number}: <bdi>${line}</bdi>`],
    [many.problem, problem],
  ]);
  return html`${notice('calm', created)}${notice('bad', many.failed)}${problems}`;
}

/** The text field keeps only the lines that failed, so that the person corrects and sends them again. */
const manyPage = (textsOf: (texts: Texts) => Many, lines: Lines = [], results?: readonly Result[]) =>
  plainPage((page) => {
    const { c, texts, format } = page;
    const { title, label, hint, placeholder, created } = textsOf(texts);
    const failed = (results ?? []).flatMap((result) =>
      result.status === 'failed'
        ? [{ line: lines[result.index]?.join(', ') ?? '', number: result.index + 1, error: result.error }]
        : [],
    );
    const count = format.number((results ?? []).length - failed.length);
    const value = failed.map(({ line }) => line).join('\n');
    const its = { hint, value, isLong: true, required: true, rows: 12, placeholder, dir: 'auto' };
    const body = html`${results === undefined ? nothing : outcomeHtml(page, failed, created(count))}
<form method="post">${requestId()}${field(c, 'lines', label, its)}<button>${title}</button></form>`;
    return { title, body };
  });

type Lines = readonly (readonly string[])[];

/** Lines of a text field, without empty ones. */
const linesOf = (text: string): Lines =>
  text
    .split('\n')
    .map((line) => line.split(/[,;\t]/).map((part) => part.trim()))
    .filter(([first]) => first);

/** The page with the form, and its handler. `create` creates the items. */
export const manyForm = (
  textsOf: (texts: Texts) => Many,
  create: (visit: Visit, lines: Lines, form: Form) => Promise<{ readonly data: readonly Result[] }>,
): { readonly page: PageHandler; readonly run: Run } => ({
  page: manyPage(textsOf),
  run: async (visit, form) => {
    const lines = linesOf(form.text('lines'));
    const { data } = await create(visit, lines, form);
    return manyPage(textsOf, lines, data)(visit.c);
  },
});
