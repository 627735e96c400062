// Says in a sentence why a commission has its status.
import type { CreatorCommission } from '#lib/client/index.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import type { Page } from './page.ts';

export const noteOf = ({ texts }: Page, { note }: CreatorCommission): Html =>
  whenever(note !== null, () => html` ${texts.portalMoney.from}: <q><bdi>${note}</bdi></q>`);

/** The API adds codes: an unknown one shows its English sentence. */
export function reasonOf(page: Page, commission: CreatorCommission): Html {
  const { explanation, eligibleAt, paidAt } = commission;
  const day = explanation.code === 'paid' ? (paidAt ?? eligibleAt) : eligibleAt;
  const sentence = page.texts.portalMoney.reasons[explanation.code]?.(page.format.day(day));
  return html`${sentence ?? explanation.text}${noteOf(page, commission)}`;
}
