// Shows parts of a commission on several pages.
import type { Commission, ExpandedCommission } from '#lib/client/index.ts';
import { badge, personName, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Html } from '#lib/pages/shared/html.ts';

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

export const creatorName = ({ affiliate, affiliateId }: ExpandedCommission): Html =>
  personName(affiliate?.name || affiliate?.email || affiliateId);
