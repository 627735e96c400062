// Asks before a payout is marked as paid: names the number, the sum, and the creators who are in no file.
import type { PayoutDetail, PayoutFiles } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, notice } from '#lib/pages/shared/html.ts';
import { Refusal } from '#lib/pages/shared/submit.ts';
import { generalOf, missingTable, unpayable } from './files.ts';
import { countAndAmount, paidAlone } from './list.ts';

/** No files for a payout that cannot be marked. */
async function readPayout({ api: { payouts }, id }: Pick<Visit, 'api' | 'id'>) {
  const payout = await payouts.get(id);
  return { payout, files: payout.status === 'ready' ? await payouts.listFiles(id) : undefined };
}

/** The form returns it, so that nothing is marked that the person has not seen. */
const payableOf = (files: PayoutFiles): string =>
  `${generalOf(files)?.linesCount} ${generalOf(files)?.amount}`;

function othersHtml({ texts: { payouts: its } }: Page, some: string | undefined, all: string): Html {
  const choice = (value: string, label: string, isFirst: boolean): Html =>
    html`<label><input type="radio" name="others" value="${value}" required${isFirst ? html` checked` : nothing}> ${label}</label>`;
  return html`<fieldset><legend>${its.others}</legend>
${some === undefined ? nothing : choice('wait', its.othersWait(some), true)}${choice('paid', its.othersPaid(all), false)}</fieldset>`;
}

function questionHtml(page: Page, payout: PayoutDetail, files: PayoutFiles): Html {
  const { c, texts, format } = page;
  const { payouts: its, files: names } = texts;
  const isComplete = unpayable(files).length === 0;
  const { linesCount = 0, amount } = generalOf(files) ?? {};
  const paid = paidAlone(payout);
  const allAmount = paid.amount === undefined ? undefined : payout.amount - paid.amount;
  const all = countAndAmount(format, payout.affiliatesCount - paid.count, allAmount);
  const some = linesCount === 0 ? undefined : countAndAmount(format, linesCount, amount);
  const question = isComplete
    ? html`<p>${its.allPaid(all)}</p>${hidden('others', 'paid')}`
    : othersHtml(page, some, all);
  return html`${isComplete ? nothing : html`<h2>${names.missing}</h2>${missingTable(page, files)}`}
<form method="post" class="stacked">${hidden('payable', payableOf(files))}${question}
${field(c, 'reference', its.reference, { hint: its.referenceHint, required: true, maxlength: 200 })}
<button>${its.markPaid}</button></form>`;
}

const markPaidPage = consolePage(readPayout, (page, { payout, files }) => {
  const { payouts: its, results } = page.texts;
  const question =
    files === undefined
      ? notice('calm', its.statuses[payout.status] ?? payout.status)
      : questionHtml(page, payout, files);
  const body = html`${question}<p><a href="/console/payouts/${payout.id}">${results.back}</a></p>`;
  return { title: its.markPaid, body };
});

/** The API lists the first ones only. */
const maxMissing = 100;

/** The payments that wait leave the payout as failed ones do, so that the next payout contains them. */
async function leaveOut({ api, id, texts }: Visit, files: PayoutFiles): Promise<void> {
  const missing = unpayable(files);
  if (missing.length === 0) return;
  const { payouts: its, files: names } = texts;
  const rows = missing.map(({ affiliateId, reason }) => [
    affiliateId,
    'failed',
    names.reasons[reason] ?? reason,
  ]);
  const csv = [['affiliateId', 'status', 'reason'], ...rows].map((row) => row.join('\t')).join('\n');
  const { remainingCount } = await api.payouts.uploadResults(id, { format: 'general', csv });
  if (remainingCount > 0 || missing.length === maxMissing) throw new Refusal(its.markOthersFirst);
}

/** A repeated form finds a payout that is not `ready` any more, and then the API compares the references. */
async function checkSeen(visit: Visit, form: Form): Promise<void> {
  const { files } = await readPayout(visit);
  if (files === undefined) return;
  if (payableOf(files) !== form.text('payable')) throw new Refusal(visit.texts.payouts.changedMeanwhile);
  if (form.text('others') !== 'paid') await leaveOut(visit, files);
}

const markPaid: Run = async (visit, form) => {
  const { api, id } = visit;
  const reference = form.text('reference');
  // The API refuses an empty reference, before anything is marked.
  if (reference !== '') await checkSeen(visit, form);
  await api.payouts.update(id, { status: 'paid', reference });
  return `/console/payouts/${id}?done=saved`;
};

export const addMarkPaid = (app: Pages): void =>
  addPage(app, '/console/payouts/:id/paid', markPaidPage, { '': markPaid });
