// Lists payouts, and the lines of one, and marks a line as paid or failed.
import type { Payout, PayoutDetail, PayoutLine, PayoutLineList } from '#lib/client/index.ts';
import { pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Texts, Visit } from '#lib/pages/console/visit.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { hidden, optionsOf } from '#lib/pages/shared/forms.ts';
import {
  type Html,
  html,
  linkButton,
  nothing,
  personName,
  statusBadge,
  type Tones,
  whenever,
} from '#lib/pages/shared/html.ts';
import { type Column, filters, listHtml } from '#lib/pages/shared/table.ts';

const tones: Tones = { ready: 'warning', open: 'calm', canceled: 'bad' };

export const payoutBadge = ({ payouts }: Texts, { status }: Pick<Payout, 'status'>): Html =>
  statusBadge(payouts.statuses, status, tones);

interface Paid {
  readonly count: number;
  /** Undefined if not all paid lines are among the first 100, which the API returns with the payout. */
  readonly amount: number | undefined;
}

/** The payments that were marked one by one, before the whole payout is paid. */
export function paidAlone({ status, paidCount: count, lines }: PayoutDetail): Paid {
  if (status !== 'ready') return { count: 0, amount: 0 };
  const paid = lines.filter((line) => line.status === 'paid');
  const amount = paid.reduce((sum, line) => sum + line.amount, 0);
  return { count, amount: paid.length === count ? amount : undefined };
}

/** Returns a text such as "7 · $149.46". */
export const countAndAmount = ({ number, money }: Format, count: number, amount?: number): string =>
  amount === undefined ? number(count) : `${number(count)} · ${money(amount)}`;

export const lineColumns = ({ texts: { payouts: its }, format }: Page): readonly Column<PayoutLine>[] => [
  [
    its.creator,
    ({ name, email, affiliateId }) =>
      html`<a href="/console/creators/${affiliateId}">${personName(name || email || affiliateId)}</a>`,
  ],
  [its.email, ({ email }) => email ?? ''],
  [its.commissions, ({ commissionsCount }) => format.number(commissionsCount), 'number'],
  [its.amount, ({ amount }) => format.money(amount), 'number'],
];

export const readLines = ({ c, api, id }: Visit): Promise<PayoutLineList> =>
  api.payouts.listLines(id, { cursor: c.req.query('cursor'), limit: 100 });

/** A payment can fail after the payout was marked as paid. */
function lineForm({ texts: { payouts: its } }: Page, payout: PayoutDetail, line: PayoutLine): Html {
  const { affiliateId, status, name = '' } = line;
  if (!['ready', 'paid'].includes(payout.status) || status === 'failed') return nothing;
  const markPaid = html`<button name="status" value="paid" class="secondary">${its.linePaid}</button>`;
  return html`<details><summary>${its.change}<span class="hidden">: <bdi>${name}</bdi></span></summary>
<form method="post" action="/console/payouts/${payout.id}">${hidden('action', 'line')}${hidden('affiliateId', affiliateId)}
<label>${its.failureReason}<input name="reason" maxlength="200"></label>
<div class="buttons"><button name="status" value="failed" class="secondary outline">${its.lineFailed}</button>
${whenever(status === 'open', () => markPaid)}</div></form></details>`;
}

export function linesHtml(page: Page, payout: PayoutDetail, lines: PayoutLineList): Html {
  const { payouts: its } = page.texts;
  const status = ({ status: name, failureReason }: PayoutLine): Html =>
    html`${statusBadge(its.lineStatuses, name ?? '', tones)}${failureReason === null ? nothing : html`<br><small>${failureReason}</small>`}`;
  return listHtml(page.c, { title: its.lines, none: its.noLines }, lines, [
    ...lineColumns(page),
    [its.status, status],
    page.isAdmin && [its.change, (line) => lineForm(page, payout, line)],
  ]);
}

export async function changeLine({ api, id }: Visit, form: Form): Promise<void> {
  const status = form.text('status') === 'failed' ? 'failed' : 'paid';
  const reason = status === 'failed' ? form.optional('reason') : undefined;
  await api.payouts.updateLine(id, form.text('affiliateId'), { status, reason });
}

const statuses = ['preparing', 'ready', 'paid', 'canceled'] as const;

export const payoutsPage = consolePage(
  ({ c, api }) => api.payouts.list({ ...pageQuery(c, 50), status: statusIn(c, statuses) }),
  ({ c, texts, format, isAdmin }, found) => {
    const { payouts: its, frame } = texts;
    const list = listHtml(c, { title: frame.payouts, none: its.empty }, found, [
      [
        its.created,
        ({ id, createdAt }) => html`<a href="/console/payouts/${id}">${format.day(createdAt)}</a>`,
        'sorted',
      ],
      [its.status, (payout) => payoutBadge(texts, payout)],
      [its.reference, ({ reference }) => reference ?? '–'],
      [its.creators, ({ affiliatesCount }) => format.number(affiliatesCount), 'number'],
      [its.amount, ({ amount }) => format.money(amount), 'number'],
    ]);
    const search = filters(c, [['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }]]);
    const actions = whenever(isAdmin, () => linkButton('/console/payouts/new?check=1', its.propose));
    return { title: frame.payouts, actions, body: html`${search}${list}` };
  },
);
