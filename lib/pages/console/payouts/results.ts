// Takes the file in which a bank or a payment service says which payments succeeded, and shows what it has changed.
import type { PayoutResults } from '#lib/client/index.ts';
import { type Page, plainPage } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, linkButton, notice, section, whenever } from '#lib/pages/shared/html.ts';
import { once, Refusal } from '#lib/pages/shared/submit.ts';
import { table } from '#lib/pages/shared/table.ts';
import { readUpload } from '#lib/pages/shared/upload.ts';

const maxBytes = 200_000;

export function resultsForm({ c, texts: { results: its }, id }: Page): Html {
  const file = { hint: its.limits, type: 'file', accept: '.csv,.txt,text/csv', required: true };
  return section(
    its.title,
    html`<p>${its.hint}</p><form method="post" enctype="multipart/form-data" class="stacked" action="/console/payouts/${id}/results">
${requestId()}${field(c, 'format', its.format, { options: optionsOf(its.formats) })}${field(c, 'csv', its.file, file)}
<button>${its.upload}</button></form>`,
  );
}

const resultPage = (result: PayoutResults): PageHandler =>
  plainPage(({ c, texts: { results: its }, format: { number }, id }) => {
    const { paidCount, failedCount, remainingCount, problemsCount, problems } = result;
    const hasChanged = paidCount + failedCount > 0;
    const list = table(c, { title: its.problems, none: '' }, problems, [
      [its.row, ({ row }) => number(row)],
      [its.id, (row) => html`<bdi>${row.id}</bdi>`],
      [its.problem, ({ problem }) => its.kinds[problem] ?? problem],
    ]);
    const body = html`${hasChanged ? notice('good', its.changed) : notice('calm', its.nothing)}
${whenever(remainingCount > 0, () => notice('warning', its.remaining(number(remainingCount))))}
${facts([
  [its.rows, number(result.rowsCount)],
  [its.paid, number(paidCount)],
  [its.failed, number(failedCount)],
  [its.unchanged, number(result.unchangedCount)],
  [its.problems, number(problemsCount)],
])}${whenever(problemsCount > 0, () => html`<h2>${its.problems}</h2>${list}`)}
${whenever(problemsCount > problems.length, () => html`<p>${its.firstProblems}</p>`)}
<p>${linkButton(`/console/payouts/${id}`, its.back)}</p>`;
    return { title: its.outcome, body };
  });

/** The result has no address of its own. */
export const upload: Run = async ({ c, api, texts: { results: its }, id }, form) => {
  const file = await readUpload(c, 'csv');
  if (file === undefined) throw new Refusal(its.choose, 'csv');
  if (file.bytes > maxBytes) throw new Refusal(its.tooLarge, 'csv');
  const input = { format: form.text('format') as 'sepa', csv: file.text };
  return resultPage(await api.payouts.uploadResults(id, input, once(form)))(c);
};
