// Takes the file in which a bank or a payment service says which payments succeeded, and shows what it has changed.
import type { PayoutDetail, PayoutResultProblem, PayoutResults } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { facts, linkButton, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import {
  type Form,
  field,
  once,
  type Problem,
  problemOf,
  readForm,
  requestId,
} from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { readUpload } from '#lib/pages/shared/upload.ts';
import { idIn, optionsOf, section } from './inputs.ts';
import { accountOf, showConsole } from './show.ts';

const maxBytes = 200_000;

export function resultsForm(c: PageContext, { id }: PayoutDetail, problem?: Problem): Html {
  const { results } = visitOf(c).texts;
  const file = { type: 'file', accept: '.csv,.txt,text/csv', required: true };
  return section(
    results.title,
    html`<p>${results.hint}</p><form method="post" enctype="multipart/form-data" class="stacked" action="/console/payouts/${id}/results">
${requestId()}${field(c, { name: 'format', label: results.format, options: optionsOf(results.formats), problem })}
${field(c, { name: 'csv', label: results.file, hint: results.limits, problem, attributes: file })}
<button>${results.upload}</button></form>`,
  );
}

async function resultPage(c: PageContext, result: PayoutResults): Promise<Response> {
  const { results } = visitOf(c).texts;
  const { format } = await accountOf(c);
  const { paidCount, failedCount, remainingCount, problemsCount, problems } = result;
  const hasChanged = paidCount + failedCount > 0;
  const list = table<PayoutResultProblem>(c, {
    caption: results.problems,
    rows: problems,
    empty: '',
    columns: [
      { title: results.row, cell: ({ row }) => format.number(row) },
      { title: results.id, cell: ({ id }) => html`<bdi>${id}</bdi>` },
      { title: results.problem, cell: ({ problem }) => results.kinds[problem] ?? problem },
    ],
  });
  const body = html`${notice(hasChanged ? 'good' : 'calm', hasChanged ? results.changed : results.nothing)}
${whenever(remainingCount > 0, () => notice('warning', results.remaining(format.number(remainingCount))))}
${facts([
  [results.rows, format.number(result.rowsCount)],
  [results.paid, format.number(paidCount)],
  [results.failed, format.number(failedCount)],
  [results.unchanged, format.number(result.unchangedCount)],
  [results.problems, format.number(problemsCount)],
])}${whenever(problemsCount > 0, () => html`<h2>${results.problems}</h2>${list}`)}
${whenever(problemsCount > problems.length, () => html`<p>${results.firstProblems}</p>`)}
<p>${linkButton(`/console/payouts/${result.payoutId}`, results.back)}</p>`;
  return showConsole(c, { title: results.outcome, body });
}

const badFile = (form: Form, message: string): Problem => ({
  message,
  status: 400,
  fields: new Map([['csv', message]]),
  form,
});

type Again = (c: PageContext, problem: Problem) => Promise<Response>;

async function upload(c: PageContext, again: Again): Promise<Response> {
  const { api, texts } = visitOf(c);
  const form = await readForm(c);
  const file = await readUpload(c, 'csv');
  if (file === undefined) return again(c, badFile(form, texts.results.choose));
  if (file.bytes > maxBytes) return again(c, badFile(form, texts.results.tooLarge));
  try {
    const input = { format: form.text('format') as 'sepa', csv: file.text };
    return await resultPage(c, await api.payouts.uploadResults(idIn(c), input, once(form)));
  } catch (error) {
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return again(c, problem);
  }
}

/** The result has no address of its own, so a reload of it leads to the payout. */
export function addPayoutResults(app: Pages, again: Again): void {
  app.get('/console/payouts/:id/results', (c) => c.redirect(`/console/payouts/${idIn(c)}`, 303));
  app.post('/console/payouts/:id/results', (c) => upload(c, again));
}
