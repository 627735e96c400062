// Lists the payouts of a creator, and prints their statements.
import type { CreatorPayout } from '#lib/client/index.ts';
import { facts, type Html, html, personName, statusBadge, whenever } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf, table } from '#lib/pages/shared/table.ts';
import { commissionColumns } from './commissions.ts';
import { type Page, portalPage, portalPath } from './page.ts';

/** A line can be paid before its payout. */
function statusHtml({ texts }: Page, { status, lineStatus }: CreatorPayout): Html {
  const { statuses } = texts.portalMoney.payouts;
  return statusBadge(statuses, status === 'canceled' || status === 'canceling' ? 'canceled' : lineStatus);
}

function periodOf({ format }: Page, { periodStart, periodEnd }: CreatorPayout): string {
  if (periodStart === null || periodEnd === null) return '–';
  const days = [format.day(periodStart), format.day(periodEnd)];
  return [...new Set(days)].join(' – ');
}

export const payoutsPage = portalPage(
  ({ c, api }) => api.creator.listPayouts({ ...pageOf(c), limit: 25 }),
  (page, found) => {
    const { c, texts, format } = page;
    const { payouts: its } = texts.portalMoney;
    const statement = ({ id }: CreatorPayout): Html =>
      html`<a class="target" href="${portalPath(c, `/payouts/${id}`)}">${its.openStatement}</a>`;
    const list = listHtml(c, { title: its.title, none: its.empty }, found, [
      [its.created, ({ createdAt }) => format.day(createdAt)],
      [its.period, (row) => periodOf(page, row)],
      [its.status, (row) => statusHtml(page, row)],
      [its.amount, ({ amount }) => format.money(amount), 'number'],
      [its.statement, statement, 'number'],
    ]);
    return { title: its.title, body: html`<p>${its.lead}</p>${list}` };
  },
);

export const statementPage = portalPage(
  ({ api, id }) => Promise.all([api.creator.getPayout(id), api.creator.getPaymentData()]),
  (page, [payout, { tax }]) => {
    const { c, texts, format, profile } = page;
    const { payouts: its } = texts.portalMoney;
    const { commissions, commissionsCount, reference, paidAt, failureReason } = payout;
    const about = facts([
      [its.from, personName(profile.brand.name)],
      [its.to, personName(profile.name)],
      [its.taxData, tax && personName(`${tax.country} ${tax.taxId}`)],
      [its.period, periodOf(page, payout)],
      [its.status, statusHtml(page, payout)],
      [its.paidAt, paidAt && format.day(paidAt)],
      [its.reference, reference && personName(reference)],
      [its.failure, failureReason && personName(failureReason)],
      [its.total, format.money(payout.amount)],
    ]);
    const list = table(c, { title: its.statement, none: its.noRows }, commissions, commissionColumns(page));
    const more = whenever(
      commissions.length < commissionsCount,
      () => html`<p>${its.more(String(commissions.length), String(commissionsCount))}</p>`,
    );
    const body = html`${about}${list}${more}<p class="screen"><a href="${portalPath(c)}/payouts">${its.allPayouts}</a></p>`;
    const actions = html`<button type="button" class="secondary outline" data-print hidden>${its.print}</button>`;
    return { title: its.statementTitle(format.day(payout.createdAt)), body, actions };
  },
);
