// Shows parts of a commission on several pages, and the commissions of a creator or an order.
import type { Commission, ExpandedCommission } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { orderPath } from '#lib/pages/console/orders/list.ts';
import type { Page } from '#lib/pages/console/page.ts';
import type { Texts } from '#lib/pages/console/visit.ts';
import { type Html, html, nothing, personName, statusBadge } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';

export const commissionBadge = ({ commissions }: Texts, { status }: Pick<Commission, 'status'>): Html =>
  statusBadge(commissions.statuses, status, { reversed: 'bad' });

export const creatorLinkOf = ({ affiliate, affiliateId }: ExpandedCommission): Html =>
  html`<a href="/console/creators/${affiliateId}">${personName(affiliate?.name || affiliate?.email || affiliateId)}</a>`;

export const campaignLinkOf = ({ campaign }: ExpandedCommission): Html =>
  campaign ? html`<a href="/console/campaigns/${campaign.id}">${personName(campaign.name)}</a>` : html`–`;

/** A commission without an order shows its kind. */
export function orderLinkOf(
  { commissions }: Texts,
  { kind, orderId, conversionId }: ExpandedCommission,
): Html {
  const text = html`<bdi>${orderId ?? commissions.kinds[kind] ?? kind}</bdi>`;
  return conversionId === null ? text : html`<a href="${orderPath(conversionId)}">${text}</a>`;
}

/** Returns a text such as "12% of $89.00, by the rate of the campaign". */
function reasonOf({ texts, format }: Page, commission: ExpandedCommission): string {
  const { reasons, commissions } = texts;
  const { kind, rate, orderAmount, amount, originalAmount, hold, reason, explanation } = commission;
  const rateText =
    rate?.type === 'percentage'
      ? reasons.percentOf(format.rate(rate), format.money(orderAmount ?? 0))
      : format.rate(rate);
  const byRate =
    rate === null
      ? (commissions.kinds[kind] ?? kind)
      : reasons.byRate(rateText, reasons.sources[rate.source] ?? rate.source);
  const parts = [
    byRate,
    explanation !== null && explanation.parts.length > 1 && reasons.severalParts,
    explanation?.isCapped === true && reasons.capped,
    amount > 0 && amount < originalAmount && reasons.reduced(format.money(originalAmount)),
    hold !== null && reasons.held(commissions.holds[hold.reason] ?? hold.reason),
    reason,
  ];
  return parts.filter((part) => part !== false && part !== null).join('. ');
}

interface Options {
  readonly title: string;
  readonly none: string;
  readonly hasCreator?: boolean;
}

export function commissionTable(
  page: Page,
  rows: readonly ExpandedCommission[],
  { hasCreator = false, ...its }: Options,
): Html {
  const { c, texts, format } = page;
  const { reasons, commissions } = texts;
  const order = ({ conversionId, orderId }: ExpandedCommission): Html =>
    conversionId === null || hasCreator
      ? nothing
      : html` (<a href="${orderPath(conversionId)}">${reasons.order(orderId ?? '')}</a>)`;
  return table(c, its, rows, [
    [
      commissions.created,
      ({ id, createdAt }) => html`<a href="/console/commissions/${id}">${format.day(createdAt)}</a>`,
    ],
    hasCreator && [commissions.creator, ({ affiliate }) => creatorLink(texts, affiliate)],
    [commissions.status, (row) => commissionBadge(texts, row)],
    [commissions.reason, (row) => html`<div>${reasonOf(page, row)}${order(row)}</div>`],
    [commissions.amount, ({ amount, currency }) => format.money(amount, currency), 'number'],
  ]);
}
