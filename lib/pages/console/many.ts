// Shows a form that creates an item for each line, and what happened to each line.
import type { BulkDiscountResultFailed } from '#lib/client/index.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, type Problem, problemOf, readForm, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { linesOf } from './input.ts';
import { accountOf, showConsole } from './show.ts';

type Result = { readonly status: 'created' } | BulkDiscountResultFailed;

interface Many {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder: string;
  readonly created: (count: string) => string;
}

interface Outcome {
  readonly lines: readonly string[];
  readonly results: readonly Result[];
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
        cell: ({ error }) =>
          (error.code === 'validation_failed' ? undefined : common.errors[error.code]) ??
          error.details?.[0]?.message ??
          error.message,
      },
    ],
  });
  return html`${notice('calm', created)}${notice('bad', many.failed)}${problems}`;
}

/** The text field keeps only the lines that failed, so that the person corrects and sends them again. */
async function manyPage(c: PageContext, its: Many, problem?: Problem, outcome?: Outcome): Promise<Response> {
  const { title, label, hint, placeholder } = its;
  const { format } = await accountOf(c);
  const { lines = [], results = [] } = outcome ?? {};
  const failed = results.flatMap((result) =>
    result.status === 'failed'
      ? [{ line: lines[result.index] ?? '', number: result.index + 1, error: result.error }]
      : [],
  );
  const created = its.created(format.number(results.length - failed.length));
  const value = failed.map(({ line }) => line).join('\n');
  const attributes = { required: true, rows: 12, placeholder, dir: 'auto' };
  const body = html`${outcome === undefined ? nothing : outcomeHtml(c, failed, created)}<form method="post">${requestId()}
${field(c, { name: 'lines', label, hint, value, problem, isLong: true, attributes })}<button>${title}</button></form>`;
  return showConsole(c, { title, body, problem });
}

type Lines = readonly (readonly string[])[];

/** The page with the form, and its handler. `run` creates the items. */
export const manyForm = (
  textsOf: (c: PageContext) => Many,
  run: (c: PageContext, lines: Lines, form: Form) => Promise<{ readonly data: readonly Result[] }>,
) => ({
  page: (c: PageContext): Promise<Response> => manyPage(c, textsOf(c)),
  handle: async (c: PageContext): Promise<Response> => {
    const form = await readForm(c);
    const lines = linesOf(form.text('lines'));
    try {
      const { data: results } = await run(c, lines, form);
      return await manyPage(c, textsOf(c), undefined, {
        lines: lines.map((line) => line.join(', ')),
        results,
      });
    } catch (error) {
      const problem = problemOf(c, error, form);
      if (problem === undefined) throw error;
      return manyPage(c, textsOf(c), problem);
    }
  },
});
