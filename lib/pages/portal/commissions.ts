// Lists the commissions of a creator with their reasons.
import type { CreatorCommission } from '#lib/client/index.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html, linkButton, personName, statusBadge, whenever } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { type Column, filters, listHtml } from '#lib/pages/shared/table.ts';
import { requestsPath } from './missing-order.ts';
import { type Page, portalPage, statusText } from './page.ts';
import { amountReason } from './rates.ts';
import { reasonOf } from './reasons.ts';

const underReview: ReadonlySet<string> = new Set(['review', 'selfReferral']);

/** A creator who disagrees finds the question beside what the brand has rejected, or checks. */
const askHtml = ({ c, texts }: Page, { status, orderId, explanation: { code } }: CreatorCommission): Html =>
  whenever((status === 'rejected' || underReview.has(code)) && orderId !== null, () => {
    const href = pathWith(requestsPath(c), { order: orderId ?? '' });
    return html`<br><a class="screen target" href="${href}">${texts.portalMoney.commissions.ask}</a>`;
  });

export function commissionColumns(page: Page): readonly Column<CreatorCommission>[] {
  const { texts, format } = page;
  const { commissions: its } = texts.portalMoney;
  const order = ({ orderId, createdAt }: CreatorCommission): Html =>
    html`<span>${personName(orderId ?? its.noOrder)}<br><small>${format.day(createdAt)}</small></span>`;
  const status = (row: CreatorCommission): Html => {
    const badge = statusBadge(its.statuses, row.status, { pending: 'warning' });
    return html`<span>${badge}<br><small>${reasonOf(page, row)}</small>${askHtml(page, row)}</span>`;
  };
  const amount = (row: CreatorCommission): Html =>
    html`<span>${row.status === 'rejected' ? html`<s>${format.money(row.amount)}</s>` : format.money(row.amount)}<br><small>${amountReason(page, row)}</small></span>`;
  return [
    [its.order, order],
    [its.status, status],
    [its.orderAmount, ({ orderAmount }) => format.money(orderAmount), 'number'],
    [its.amount, amount, 'number'],
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
    const { c, texts, profile } = page;
    const { commissions: its } = texts.portalMoney;
    const none = profile.status === 'invited' ? its.acceptFirst : statusText(page) || its.empty;
    const list = listHtml(c, { title: its.title, none }, found, commissionColumns(page));
    const search = filters(c, [['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }]]);
    const actions = linkButton(requestsPath(c), its.missingLink, 'secondary');
    return { title: its.title, body: html`<p>${its.lead}</p>${search}${list}`, actions };
  },
);
