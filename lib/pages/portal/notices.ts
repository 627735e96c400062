// Tells a creator what to do or to read first.
import type { CreatorDispute, PayoutDetails } from '#lib/client/index.ts';
import { type Html, html, linkButton, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { requestsPath } from './missing-order.ts';
import { type Page, portalPath } from './page.ts';
import { detailsPath, holdOf } from './payment-details.ts';
import type { Run } from './visit.ts';

/** A change by somebody else must not stay unnoticed. */
export function detailsHtml(page: Page, details: PayoutDetails): Html {
  const { c, texts, profile, format } = page;
  const { add, missing, pending, firstPending } = texts.portalDetails;
  const end = holdOf(page, details);
  if (end !== undefined) {
    const text = details.formerDetails === null ? firstPending : pending;
    return notice('warning', text(format.timeInZone(end)));
  }
  if (details.details !== null || profile.status !== 'active') return nothing;
  const { detailsTitle } = texts.portal.home;
  return html`<section class="card"><h2>${detailsTitle}</h2><p>${missing}</p>${linkButton(detailsPath(c), add)}</section>`;
}

const shownDays = 14;

/** An older answer has been read, or is no news. */
export function answersHtml({ c, now, texts, profile }: Page, all: readonly CreatorDispute[]): Html {
  const { answered, readAnswer } = texts.portal.home;
  const since = now.getTime() - shownDays * 86_400_000;
  const isNew = ({ status, decidedAt }: CreatorDispute): boolean =>
    (status === 'accepted' || status === 'rejected') && Date.parse(decidedAt ?? '') > since;
  const link = html`<a class="target" href="${requestsPath(c)}">${readAnswer}</a>`;
  return html`${all
    .filter(isNew)
    .map(({ orderId }) => notice('calm', html`${answered(profile.brand.name, orderId ?? '')} ${link}`))}`;
}

/** The link of a sign-in proves the address as well as the invitation does. */
export function invitationHtml({ c, texts, profile }: Page): Html {
  const { acceptLead, accept } = texts.portal.home;
  const form = html`<form method="post" action="${portalPath(c, '/accept')}"><button>${accept}</button></form>`;
  return whenever(
    profile.status === 'invited',
    () => html`<section class="card"><p>${acceptLead}</p>${form}</section>`,
  );
}

export const acceptInvitation: Run = async ({ c, api }) => {
  await api.creator.update({ status: 'active' });
  return portalPath(c, '?done=joined');
};
