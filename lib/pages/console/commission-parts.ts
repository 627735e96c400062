// Shows parts of a commission on several pages.
import type { Commission, ExpandedCommission } from '#lib/client/index.ts';
import { badge, personName, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { orderPath } from './orders/table.ts';

const tones: Readonly<Record<string, Tone>> = {
  approved: 'good',
  paid: 'good',
  rejected: 'bad',
  reversed: 'bad',
};

export function commissionBadge(c: PageContext, { status }: Pick<Commission, 'status'>): Html {
  const { statuses } = visitOf(c).texts.commissions;
  return badge(statuses[status] ?? status, tones[status] ?? 'calm');
}

export const creatorLinkOf = ({ affiliate, affiliateId }: ExpandedCommission): Html =>
  html`<a href="/console/creators/${affiliateId}">${personName(affiliate?.name || affiliate?.email || affiliateId)}</a>`;

export const campaignLinkOf = ({ campaign }: ExpandedCommission): Html =>
  campaign ? html`<a href="/console/campaigns/${campaign.id}">${personName(campaign.name)}</a>` : html`–`;

/** A commission without an order shows its kind. */
export function orderLinkOf(c: PageContext, { kind, orderId, conversionId }: ExpandedCommission): Html {
  const { kinds } = visitOf(c).texts.commissions;
  const text = html`<bdi>${orderId ?? kinds[kind] ?? kind}</bdi>`;
  return conversionId === null ? text : html`<a href="${orderPath(conversionId)}">${text}</a>`;
}
