// Shows a payout: its progress, its lines, and what can be done with it.
import type { PayoutDetail } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { copyButton, type Fact, facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { buttonForm, field, hidden, once, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { idIn, section } from './inputs.ts';
import { addPayoutFiles, filesHtml, hasFiles, listButtons } from './payout-files.ts';
import { changeLine, linesHtml, readLines } from './payout-lines.ts';
import { countAndAmount, paidAlone, payoutBadge } from './payout-parts.ts';
import { addPayoutResults, resultsForm } from './payout-results.ts';
import { accountOf, showConsole } from './show.ts';

/** The service works on payouts with these statuses. */
const busy = ['preparing', 'paying', 'reopening', 'updating', 'canceling'];

const pathOf = ({ id }: Pick<PayoutDetail, 'id'>): string => `/console/payouts/${id}`;

/** Says what is left to pay after some creators were paid one by one. */
function openFacts(c: PageContext, payout: PayoutDetail, format: Format): readonly Fact[] {
  const { payouts } = visitOf(c).texts;
  const { count, amount } = paidAlone(payout);
  if (count === 0) return [];
  const open = amount === undefined ? undefined : payout.amount - amount;
  return [
    [payouts.paidBefore, countAndAmount(format, count, amount)],
    [payouts.stillOpen, countAndAmount(format, payout.affiliatesCount - count, open)],
  ];
}

function factsOf(c: PageContext, payout: PayoutDetail, format: Format): readonly Fact[] {
  const { money, number, time } = format;
  const { payouts } = visitOf(c).texts;
  const { progress, reference, paidAt, canceledAt, reopenReason } = payout;
  const { amount, affiliatesCount, commissionsCount } = progress ?? payout;
  const given = (name: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [[name, value]];
  return [
    [payouts.status, payoutBadge(c, payout)],
    [payouts.amount, money(amount)],
    [payouts.creators, number(affiliatesCount)],
    [payouts.commissions, number(commissionsCount)],
    ...openFacts(c, payout, format),
    [payouts.created, time(payout.createdAt)],
    ...(reference === null
      ? []
      : [[payouts.reference, html`${reference} ${copyButton(c, reference)}`] as const]),
    ...given(payouts.paidAt, paidAt && time(paidAt)),
    ...given(payouts.canceledAt, canceledAt && time(canceledAt)),
    ...given(payouts.reopenReason, reopenReason),
    ...(payout.failedCount > 0 ? [[payouts.failedCount, number(payout.failedCount)] as const] : []),
  ];
}

interface TextForm {
  readonly action: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly problem: Problem | undefined;
}

function textForm(c: PageContext, payout: PayoutDetail, its: TextForm): Html {
  const { action, name, label, hint, button, problem } = its;
  const attributes = { required: true, maxlength: 200 };
  return html`<form method="post" action="${pathOf(payout)}">${requestId()}${hidden('action', action)}
${field(c, { name, label, hint, problem, attributes })}<button>${button}</button></form>`;
}

function actionsHtml(c: PageContext, payout: PayoutDetail, problem?: Problem): Html {
  const { payouts } = visitOf(c).texts;
  const pay = { action: 'paid', name: 'reference', label: payouts.reference, hint: payouts.referenceHint };
  const reopen = { action: 'reopen', name: 'reason', label: payouts.reason, hint: payouts.reopenHint };
  if (payout.status === 'ready')
    return html`${section(
      payouts.payTitle,
      html`<p>${payouts.payHint}</p>${textForm(c, payout, { ...pay, button: payouts.markPaid, problem })}`,
    )}${resultsForm(c, payout, problem)}
<p>${buttonForm(pathOf(payout), payouts.cancel, {
      fields: hidden('action', 'canceled'),
      confirm: payouts.cancelQuestion,
      kind: 'secondary outline',
    })}</p>`;
  if (payout.status === 'paid')
    return html`${resultsForm(c, payout, problem)}${section(
      payouts.reopenTitle,
      textForm(c, payout, { ...reopen, button: payouts.reopen, problem }),
    )}`;
  return nothing;
}

function statusHtml(c: PageContext, { status, emptyReason }: PayoutDetail): Html {
  const { payouts, commissions } = visitOf(c).texts;
  if (emptyReason !== null) return notice('calm', payouts.emptyReasons[emptyReason] ?? payouts.nothing);
  if (!busy.includes(status)) return nothing;
  return html`${notice('calm', commissions.running)}
<p${c.req.method === 'GET' ? html` data-refresh="2"` : nothing}><progress></progress><a href="${c.req.path}">${commissions.refresh}</a></p>`;
}

async function payoutPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { payouts } = texts;
  const id = idIn(c);
  const [{ me, format }, payout, lines] = await Promise.all([
    accountOf(c),
    api.payouts.get(id),
    readLines(c, id),
  ]);
  const isAdmin = me.role === 'admin';
  const files = isAdmin && payout.status === 'ready' ? await api.payouts.listFiles(id) : undefined;
  const body = html`${statusHtml(c, payout)}${facts(factsOf(c, payout, format))}
${files === undefined ? nothing : filesHtml(c, files, paidAlone(payout), format)}
${whenever(isAdmin, () => actionsHtml(c, payout, problem))}<h2>${payouts.lines}</h2>
${linesHtml(c, { payout, lines, format, isAdmin })}<p><a href="/console/payouts">${payouts.toList}</a></p>`;
  // The files contain the same creators, and more about them.
  const actions = hasFiles(payout) && files === undefined ? listButtons(c) : nothing;
  return showConsole(c, { title: payouts.one, actions, body, problem });
}

export function addPayout(app: Pages): void {
  addPayoutFiles(app);
  addPayoutResults(app, payoutPage);
  app.get('/console/payouts/:id', (c) => payoutPage(c));
  app.post('/console/payouts/:id', (c) =>
    submit(c, {
      run: async (form) => {
        const { payouts } = visitOf(c).api;
        const id = idIn(c);
        const actions: Readonly<Record<string, () => Promise<unknown>>> = {
          paid: () => payouts.update(id, { status: 'paid', reference: form.text('reference') }),
          canceled: () => payouts.update(id, { status: 'canceled' }),
          reopen: () => payouts.reopen(id, { reason: form.text('reason') }, once(form)),
          line: () => changeLine(c, id, form),
        };
        await actions[form.text('action')]?.();
        return `/console/payouts/${id}?done=saved`;
      },
      again: (problem) => payoutPage(c, problem),
    }),
  );
}
