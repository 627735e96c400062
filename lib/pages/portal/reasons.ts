// Says in a sentence why a commission has its status.
import type { CreatorCommission } from '#lib/client/index.ts';
import { badge, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';

/** The API adds codes: an unknown one shows its English sentence. */
export function reasonOf(c: PageContext, commission: CreatorCommission, format: Format): Html {
  const { explanation, note, eligibleAt, paidAt } = commission;
  const { reasons, from } = visitOf(c).texts.portalMoney;
  const day = explanation.code === 'paid' ? (paidAt ?? eligibleAt) : eligibleAt;
  const sentence = reasons[explanation.code]?.(format.day(day)) ?? explanation.text;
  return html`${sentence}${whenever(note !== null, () => html` ${from}: <q><bdi>${note}</bdi></q>`)}`;
}

const tones: Readonly<Record<string, Tone>> = {
  pending: 'warning',
  approved: 'good',
  paid: 'good',
  rejected: 'bad',
  reversed: 'calm',
};

export const statusBadge = (c: PageContext, { status }: CreatorCommission): Html =>
  badge(visitOf(c).texts.portalMoney.commissions.statuses[status] ?? status, tones[status]);
