// Shows a creator: figures, link, codes, orders, commissions, payouts, terms and history.
import type { Affiliate, ExpandedCommission } from '#lib/client/index.ts';
import { codeTable } from '#lib/pages/console/codes/list.ts';
import { commissionTable } from '#lib/pages/console/commissions/parts.ts';
import { openDisputesHtml, readOpenDisputes } from '#lib/pages/console/disputes/disputes.ts';
import { findingsHtml, readOpenFindings } from '#lib/pages/console/fraud/findings.ts';
import { orderTable } from '#lib/pages/console/orders/list.ts';
import { performanceHtml, readPerformance } from '#lib/pages/console/overview/performance.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { termsHtml } from '#lib/pages/console/terms/summary.ts';
import type { Visit } from '#lib/pages/console/visit.ts';
import { buttonForm } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  copyButton,
  facts,
  type Html,
  html,
  linkButton,
  nothing,
  section,
  statusBadge,
  whenever,
} from '#lib/pages/shared/html.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { table } from '#lib/pages/shared/table.ts';
import { applicantHtml, profileLink } from './applicants.ts';
import { historyHtml, readHistory } from './history.ts';
import { linksHtml, readLinks } from './links.ts';
import { creatorPath, nameOf } from './list.ts';
import { paymentHtml, readPayment } from './payment.ts';

const shown = 5;
const shownCodes = 20;
const paidCommissions = 100;

function aboutHtml({ c, texts: { creators: its }, format }: Page, creator: Affiliate): Html {
  const { email, link, trackingCode, group, profileUrl, commissionOverride, createdAt } = creator;
  return html`${facts([
    [its.status, statusBadge(its.statuses, creator.status)],
    [its.email, email],
    [its.trackingCode, trackingCode],
    [its.group, group ?? '–'],
    [its.override, format.rate(commissionOverride)],
    [its.profile, profileLink(profileUrl)],
    [its.since, format.day(createdAt)],
  ])}<p class="link"><strong>${its.link}</strong> <code>${link}</code> ${copyButton(c, link)}</p>
<details><summary>${its.showQrCode}</summary>${qrCode(link, its.qrCode)}</details>`;
}

async function readLists({ api: { discounts, conversions, commissions }, id: affiliateId }: Visit) {
  const [codes, orders, newest, paid] = await Promise.all([
    discounts.list({ affiliateId, limit: shownCodes }),
    conversions.list({ affiliateId, limit: shown, expand: ['campaign'] }),
    commissions.list({ affiliateId, limit: shown }),
    commissions.list({ affiliateId, status: ['paid'], limit: paidCommissions }),
  ]);
  return { codes: codes.data, orders: orders.data, commissions: newest.data, paid: paid.data };
}

/** The API lists payouts of the brand, and each paid commission names its payout. */
function payoutsHtml({ c, texts, format }: Page, paid: readonly ExpandedCommission[]): Html {
  const { creators: its, commissions, frame } = texts;
  const rows = [...Map.groupBy(paid, ({ payoutId }) => payoutId ?? '')];
  const sum = (own: typeof paid): number => own.reduce((total, { amount }) => total + amount, 0);
  return html`${table(c, { title: its.payouts, none: its.noPayouts }, rows, [
    [
      commissions.paidAt,
      ([id, own]) => html`<a href="/console/payouts/${id}">${format.day(own[0]?.paidAt)}</a>`,
    ],
    [frame.commissions, ([, own]) => format.number(own.length), 'number'],
    [commissions.amount, ([, own]) => format.money(sum(own)), 'number'],
  ])}${paid.length === paidCommissions ? html`<p><small>${its.payoutsHint}</small></p>` : nothing}`;
}

type More = readonly [path: string, label: string, limit: number];

function listsHtml(page: Page, { codes, orders, commissions, paid }: Awaited<ReturnType<typeof readLists>>) {
  const { creators: its } = page.texts;
  const list = (
    title: string,
    rows: readonly unknown[],
    shownRows: Html,
    [path, label, limit]: More,
  ): Html => {
    const link = html`<p><a href="${path}?affiliateId=${page.id}">${label}</a></p>`;
    return section(title, html`${shownRows}${rows.length < limit ? nothing : link}`);
  };
  const codeRows = codeTable(page, codes, { none: its.noCodes });
  const orderRows = orderTable(page, orders, { title: its.recentOrders, none: its.noOrders });
  const earned = commissionTable(page, commissions, { title: its.commissions, none: its.noCommissions });
  return html`${list(its.codes, codes, codeRows, ['/console/codes', its.allCodes, shownCodes])}
${list(its.recentOrders, orders, orderRows, ['/console/orders', its.allOrders, shown])}
${list(its.commissions, commissions, earned, ['/console/commissions', its.allCommissions, shown])}
${section(its.payouts, payoutsHtml(page, paid))}`;
}

export const creatorPage = consolePage(
  (visit) =>
    Promise.all([
      visit.api.affiliates.get(visit.id),
      readPerformance(visit, { affiliateId: visit.id }),
      readLists(visit),
      visit.api.affiliates.getTerms(visit.id),
      readHistory(visit),
      readPayment(visit),
      readOpenDisputes(visit),
      readOpenFindings(visit),
      readLinks(visit),
    ]),
  (page, [creator, report, lists, terms, history, payment, disputes, findings, links]) => {
    const { texts, id } = page;
    const { creators: its } = texts;
    const termsLink = linkButton(`${creatorPath(id)}/terms`, its.changeTerms, 'secondary');
    const body = html`${applicantHtml(page, creator)}${openDisputesHtml(page, disputes)}${findingsHtml(page, findings, id)}${aboutHtml(page, creator)}
${linksHtml(page, links)}${performanceHtml(page, report)}${paymentHtml(page, payment)}${listsHtml(page, lists)}
${section(its.terms, html`${termsHtml(page, terms)}${termsLink}`)}${history === undefined ? nothing : historyHtml(page, history)}`;
    const again = whenever(creator.status === 'invited', () =>
      buttonForm(`${creatorPath(id)}/invitation`, its.inviteAgain, { kind: 'secondary outline' }),
    );
    const actions = buttons(again, linkButton(`${creatorPath(id)}/change`, its.change));
    return { title: nameOf(texts, creator), actions, body };
  },
);
