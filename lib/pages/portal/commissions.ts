// Lists the commissions of a creator with their reasons.
import type { CreatorCommission } from '#lib/client/index.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html, linkButton, personName, statusBadge, whenever } from '#lib/pages/shared/html.ts';
import { type Column, filters, listHtml } from '#lib/pages/shared/table.ts';
import { type Page, portalPage, portalPath } from './page.ts';

/** Says in a sentence why a commission has its status. The API adds codes: an unknown one shows its English sentence. */
export function reasonOf({ texts, format }: Page, commission: CreatorCommission): Html {
  const { explanation, note, eligibleAt, paidAt } = commission;
  const { reasons, from } = texts.portalMoney;
  const day = explanation.code === 'paid' ? (paidAt ?? eligibleAt) : eligibleAt;
  const sentence = reasons[explanation.code]?.(format.day(day)) ?? explanation.text;
  return html`${sentence}${whenever(note !== null, () => html` ${from}: <q><bdi>${note}</bdi></q>`)}`;
}

export function commissionColumns(page: Page): readonly Column<CreatorCommission>[] {
  const { texts, format } = page;
  const { commissions: its } = texts.portalMoney;
  const order = ({ orderId, createdAt }: CreatorCommission): Html =>
    html`<span>${personName(orderId ?? its.noOrder)}<br><small>${format.day(createdAt)}</small></span>`;
  const status = (row: CreatorCommission): Html => {
    const badge = statusBadge(its.statuses, row.status, { pending: 'warning' });
    return html`<span>${badge}<br><small>${reasonOf(page, row)}</small></span>`;
  };
  return [
    [its.order, order],
    [its.status, status],
    [its.orderAmount, ({ orderAmount }) => format.money(orderAmount), 'number'],
    [its.amount, ({ amount }) => format.money(amount), 'number'],
  ];
}

const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

export const commissionsPage = portalPage(
  ({ c, api }) => {
    const { status, cursor } = c.req.query();
    const wanted = statuses.filter((one) => one === status);
    return api.creator.listCommissions({
      ...(wanted.length > 0 && { status: wanted }),
      ...{ cursor, limit: 25 },
    });
  },
  (page, found) => {
    const { c, texts } = page;
    const { commissions: its } = texts.portalMoney;
    const list = listHtml(c, { title: its.title, none: its.empty }, found, commissionColumns(page));
    const search = filters(c, [['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }]]);
    const actions = linkButton(portalPath(c, '/commissions/missing'), its.missingLink, 'secondary');
    return { title: its.title, body: html`<p>${its.lead}</p>${search}${list}`, actions };
  },
);
