// Shows a payout: its progress, its lines, and what can be done with it.
import type { PayoutDetail } from '#lib/client/index.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, field, hidden, requestId } from '#lib/pages/shared/forms.ts';
import {
  copyButton,
  facts,
  type Html,
  html,
  linkButton,
  nothing,
  notice,
  section,
  whenever,
} from '#lib/pages/shared/html.ts';
import { refreshAfter } from '#lib/pages/shared/refresh.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { addPayoutFiles, filesHtml, hasFiles, listButtons } from './files.ts';
import { changeLine, countAndAmount, linesHtml, paidAlone, payoutBadge, readLines } from './list.ts';
import { addMarkPaid } from './mark-paid.ts';
import { resultsForm, upload } from './results.ts';

/** The service works on payouts with these statuses. */
const busy = ['preparing', 'paying', 'reopening', 'updating', 'canceling'];

function factsHtml({ c, texts, format }: Page, payout: PayoutDetail): Html {
  const { payouts: its } = texts;
  const { progress, reference, paidAt, canceledAt, failedCount } = payout;
  const { amount, affiliatesCount, commissionsCount } = progress ?? payout;
  // After some creators were paid one by one, the rest is left to pay.
  const paid = paidAlone(payout);
  const open = paid.amount === undefined ? undefined : payout.amount - paid.amount;
  return facts([
    [its.status, payoutBadge(texts, payout)],
    [its.amount, format.money(amount)],
    [its.creators, format.number(affiliatesCount)],
    [its.commissions, format.number(commissionsCount)],
    [its.paidBefore, paid.count === 0 ? null : countAndAmount(format, paid.count, paid.amount)],
    [
      its.stillOpen,
      paid.count === 0 ? null : countAndAmount(format, payout.affiliatesCount - paid.count, open),
    ],
    [its.created, format.time(payout.createdAt)],
    [its.reference, reference === null ? null : html`${reference} ${copyButton(c, reference)}`],
    [its.paidAt, paidAt && format.time(paidAt)],
    [its.canceledAt, canceledAt && format.time(canceledAt)],
    [its.reopenReason, payout.reopenReason],
    [its.failedCount, failedCount > 0 ? format.number(failedCount) : null],
  ]);
}

function actionsHtml(page: Page, { status }: PayoutDetail): Html {
  const { c, texts, id } = page;
  const { payouts: its } = texts;
  const path = `/console/payouts/${id}`;
  const textForm = (action: string, input: Html, button: string): Html =>
    html`<form method="post" action="${path}">${requestId()}${hidden('action', action)}${input}<button>${button}</button></form>`;
  const text = { required: true, maxlength: 200 };
  if (status === 'paid') {
    const reason = field(c, 'reason', its.reason, { hint: its.reopenHint, ...text });
    return html`${resultsForm(page)}${section(its.reopenTitle, textForm('reopen', reason, its.reopen))}`;
  }
  if (status !== 'ready') return nothing;
  const pay = html`<p>${its.payHint}</p>${linkButton(`${path}/paid`, its.markPaid)}`;
  const cancel = buttonForm(path, its.cancel, {
    fields: hidden('action', 'canceled'),
    confirm: its.cancelQuestion,
    kind: 'secondary outline',
  });
  return html`${section(its.markPaid, pay)}${resultsForm(page)}<p>${cancel}</p>`;
}

function statusHtml(
  { c, texts: { payouts, commissions } }: Page,
  { status, emptyReason }: PayoutDetail,
): Html {
  if (emptyReason !== null) return notice('calm', payouts.emptyReasons[emptyReason] ?? payouts.nothing);
  if (!busy.includes(status)) return nothing;
  refreshAfter(c, 2);
  return html`${notice('calm', commissions.running)}
<p><progress></progress><a href="${c.req.path}">${commissions.refresh}</a></p>`;
}

const payoutPage = consolePage(
  async (visit) => {
    const { c, api, id } = visit;
    const [{ isAdmin }, payout, lines] = await Promise.all([
      accountOf(c),
      api.payouts.get(id),
      readLines(visit),
    ]);
    const files = isAdmin && payout.status === 'ready' ? await api.payouts.listFiles(id) : undefined;
    return { payout, lines, files };
  },
  (page, { payout, lines, files }) => {
    const { payouts: its } = page.texts;
    const body = html`${statusHtml(page, payout)}${factsHtml(page, payout)}
${files === undefined ? nothing : filesHtml(page, payout, files)}
${whenever(page.isAdmin, () => actionsHtml(page, payout))}<h2>${its.lines}</h2>
${linesHtml(page, payout, lines)}<p><a href="/console/payouts">${its.toList}</a></p>`;
    // The files contain the same creators, and more about them.
    const actions = whenever(hasFiles(payout) && files === undefined, () => listButtons(page));
    return { title: its.one, actions, body };
  },
);

const act: Run = async (visit, form) => {
  const { api, id } = visit;
  const { payouts } = api;
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    canceled: () => payouts.update(id, { status: 'canceled' }),
    reopen: () => payouts.reopen(id, form.texts('reason'), once(form)),
    line: () => changeLine(visit, form),
  };
  await actions[form.text('action')]?.();
  return `/console/payouts/${id}?done=saved`;
};

export function addPayout(app: Pages): void {
  addPayoutFiles(app);
  addMarkPaid(app);
  // A reload of a result leads to the payout.
  app.get('/console/payouts/:id/results', (c) => c.redirect(`/console/payouts/${c.req.param('id')}`, 303));
  addPage(app, '/console/payouts/:id', payoutPage, { '': act, '/results': upload });
}
