// Shows a creator the own money, and when it is paid.
import type { CreatorBalance } from '#lib/client/index.ts';
import { figures } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import type { Creator } from './show.ts';

function payoutHint(c: PageContext, { approved, nextPayout }: CreatorBalance, format: Format): string {
  const hints = visitOf(c).texts.portal.home.nextPayout;
  // A payout in progress contains nothing of what is shown here.
  const status = approved <= 0 ? 'nothing' : nextPayout.status;
  return hints[status]?.(format.money(nextPayout.amount), format.money(nextPayout.minimum)) ?? '';
}

/** No API knows a date, because the brand makes payouts when it likes. */
function whenHtml(
  c: PageContext,
  { profile, format }: Creator,
  { inPayout, nextPayout }: CreatorBalance,
): Html {
  const its = visitOf(c).texts.portal.home;
  const { minimum } = nextPayout;
  const sentences = [
    ...(inPayout > 0 ? [its.whenInPayout(format.money(inPayout))] : []),
    its.when,
    ...(minimum > 0 ? [its.whenMinimum(format.money(minimum))] : []),
    ...(profile.mails.off.includes('payoutSent') ? [] : [its.whenMail]),
  ];
  return html`<p><strong>${its.whenTitle}</strong> ${sentences.join(' ')}</p>`;
}

export function balanceHtml(c: PageContext, creator: Creator, balance: CreatorBalance): Html {
  const { format } = creator;
  const its = visitOf(c).texts.portal.home;
  const { pending, nextApprovalAt, approved, inPayout, paid } = balance;
  const pendingHint =
    nextApprovalAt === null ? its.nothingPending : its.pendingHint(format.day(nextApprovalAt));
  const all = [
    { label: its.pending, value: format.money(pending), hint: pendingHint },
    { label: its.approved, value: format.money(approved), hint: payoutHint(c, balance, format) },
    ...(inPayout === 0
      ? []
      : [{ label: its.inPayout, value: format.money(inPayout), hint: its.inPayoutHint }]),
    { label: its.paid, value: format.money(paid), hint: its.paidHint },
  ];
  return html`<h2>${its.balance}</h2>${figures(all)}${whenHtml(c, creator, balance)}`;
}
