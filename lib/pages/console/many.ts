// Shows a form that creates an item for each line, and what happened to each line.
import type { BulkDiscountResultFailed } from '#lib/client/index.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, type Problem, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { showConsole } from './show.ts';

type Result = { readonly status: 'created' } | BulkDiscountResultFailed;

interface Many {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly created: (count: number) => string;
  readonly problem: Problem | undefined;
  readonly outcome: { readonly lines: readonly string[]; readonly results: readonly Result[] } | undefined;
}

interface FailedLine {
  readonly line: string;
  readonly number: number;
  readonly error: BulkDiscountResultFailed['error'];
}

function outcomeHtml(c: PageContext, failed: readonly FailedLine[], created: string): Html {
  const { many, common } = visitOf(c).texts;
  if (failed.length === 0) return notice('good', created);
  const problems = table(c, {
    caption: many.failed,
    rows: failed,
    empty: '',
    columns: [
      { title: many.line, cell: ({ number, line }) => html`${number}: <bdi>${line}</bdi>` },
      {
        title: many.problem,
        cell: ({ error }) => error.details?.[0]?.message ?? common.errors[error.code] ?? error.message,
      },
    ],
  });
  return html`${notice('calm', created)}${notice('bad', many.failed)}${problems}`;
}

/** The text field keeps only the lines that failed, so that the person corrects and sends them again. */
export function manyPage(c: PageContext, page: Many): Promise<Response> {
  const { title, label, hint, placeholder, created, problem, outcome } = page;
  const { lines = [], results = [] } = outcome ?? {};
  const failed = results.flatMap((result) =>
    result.status === 'failed'
      ? [{ line: lines[result.index] ?? '', number: result.index + 1, error: result.error }]
      : [],
  );
  const body = html`${
    outcome === undefined ? nothing : outcomeHtml(c, failed, created(results.length - failed.length))
  }<form method="post">${requestId()}${field(c, {
    ...{
      name: 'lines',
      label,
      hint,
      value: failed.map(({ line }) => line).join('\n'),
      problem,
      isLong: true,
    },
    attributes: { required: true, rows: 12, placeholder, dir: 'auto' },
  })}<button>${title}</button></form>`;
  return showConsole(c, { title, body, problem });
}
