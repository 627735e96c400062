// Shows a creator the own money, and when it is paid.
import type { CreatorBalance, CreatorPayout } from '#lib/client/index.ts';
import { figures, type Html, html } from '#lib/pages/shared/html.ts';
import type { Page } from './page.ts';

/** A payout in progress contains nothing of what is shown here. */
function payoutHint({ texts, format: { money } }: Page, { approved, nextPayout }: CreatorBalance): string {
  const { status, amount, minimum } = nextPayout;
  const hints = texts.portal.home.nextPayout;
  return hints[approved <= 0 ? 'nothing' : status]?.(money(amount), money(minimum)) ?? '';
}

/** No API knows a date, because the brand makes payouts when it likes. */
function whenHtml(
  { texts, profile, format: { money, day } }: Page,
  balance: CreatorBalance,
  payouts: readonly CreatorPayout[],
): Html {
  const { home: its } = texts.portal;
  const { inPayout, nextPayout } = balance;
  const last = payouts.find(({ paidAt }) => paidAt !== null);
  const sentences = [
    inPayout > 0 && its.whenInPayout(money(inPayout)),
    its.when,
    last !== undefined && its.whenLast(day(last.paidAt), money(last.amount)),
    nextPayout.minimum > 0 && its.whenMinimum(money(nextPayout.minimum)),
    !profile.mails.off.includes('payoutSent') && its.whenMail,
  ];
  return html`<p><strong>${its.whenTitle}</strong> ${sentences.filter((one) => one !== false).join(' ')}</p>`;
}

/** A creator who has not begun yet can have an opening balance. */
export const hasMoney = ({ pending, approved, inPayout, paid }: CreatorBalance): boolean =>
  [pending, approved, inPayout, paid].some((amount) => amount !== 0);

export function balanceHtml(page: Page, balance: CreatorBalance, payouts: readonly CreatorPayout[]): Html {
  const { money, day } = page.format;
  const { home: its } = page.texts.portal;
  const { pending, nextApprovalAt, approved, inPayout, paid } = balance;
  const pendingHint = nextApprovalAt === null ? its.nothingPending : its.pendingHint(day(nextApprovalAt));
  const all = figures([
    [its.pending, money(pending), pendingHint],
    [its.approved, money(approved), payoutHint(page, balance)],
    ...(inPayout === 0 ? [] : [[its.inPayout, money(inPayout), its.inPayoutHint] as const]),
    [its.paid, money(paid), its.paidHint],
  ]);
  return html`<h2>${its.balance}</h2>${all}${whenHtml(page, balance, payouts)}`;
}
