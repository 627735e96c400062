// Shows a creator: figures, link, codes, orders, commissions, payouts, terms and history.

import type { Affiliate, ExpandedCommission, ExpandedDiscount, ListedConversion } from '#lib/client/index.ts';
import { applicantHtml, profileLink } from '#lib/pages/console/applicants.ts';
import { codeTable } from '#lib/pages/console/codes/table.ts';
import { commissionTable } from '#lib/pages/console/commission-table.ts';
import { openDisputesHtml, readOpenDisputes } from '#lib/pages/console/disputes/list.ts';
import { rateText } from '#lib/pages/console/input.ts';
import { idIn } from '#lib/pages/console/inputs.ts';
import { orderTable } from '#lib/pages/console/orders/table.ts';
import { performanceHtml, readPerformance } from '#lib/pages/console/performance.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { copyButton, facts, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { buttonForm, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { table } from '#lib/pages/shared/table.ts';
import { historyHtml, readHistory } from './history.ts';
import { creatorPath, nameOf, statusBadge } from './list.ts';
import { paymentHtml, readPayment } from './payment.ts';
import { termsHtml } from './terms.ts';

const shown = 5;
const shownCodes = 20;
const paidCommissions = 100;

function aboutHtml(c: PageContext, creator: Affiliate, format: Format): Html {
  const { texts } = visitOf(c);
  const { creators } = texts;
  const { email, link, trackingCode, group, profileUrl, commissionOverride, createdAt } = creator;
  return html`${facts([
    [creators.status, statusBadge(texts, creator.status)],
    [creators.email, email],
    [creators.trackingCode, trackingCode],
    [creators.group, group ?? '–'],
    [creators.override, commissionOverride === null ? '–' : rateText(format, commissionOverride)],
    [creators.profile, profileLink(profileUrl)],
    [creators.since, format.day(createdAt)],
  ])}<p class="link"><strong>${creators.link}</strong> <code>${link}</code> ${copyButton(c, link)}</p>
<details><summary>${creators.showQrCode}</summary>${qrCode(link, creators.qrCode)}</details>`;
}

interface Lists {
  readonly codes: readonly ExpandedDiscount[];
  readonly orders: readonly ListedConversion[];
  readonly commissions: readonly ExpandedCommission[];
  readonly paid: readonly ExpandedCommission[];
}

async function readLists(c: PageContext, affiliateId: string): Promise<Lists> {
  const { discounts, conversions, commissions } = visitOf(c).api;
  const [codes, orders, newest, paid] = await Promise.all([
    discounts.list({ affiliateId, limit: shownCodes }),
    conversions.list({ affiliateId, limit: shown, expand: ['campaign'] }),
    commissions.list({ affiliateId, limit: shown }),
    commissions.list({ affiliateId, status: ['paid'], limit: paidCommissions }),
  ]);
  return { codes: codes.data, orders: orders.data, commissions: newest.data, paid: paid.data };
}

/** The API lists payouts of the brand, and each paid commission names its payout. */
function payoutsHtml(c: PageContext, paid: readonly ExpandedCommission[], format: Format): Html {
  const { creators, commissions, frame } = visitOf(c).texts;
  const rows = [...Map.groupBy(paid, ({ payoutId }) => payoutId ?? '')];
  return html`${table(c, {
    caption: creators.payouts,
    rows,
    empty: creators.noPayouts,
    columns: [
      {
        title: commissions.paidAt,
        cell: ([id, own]) => html`<a href="/console/payouts/${id}">${format.day(own[0]?.paidAt ?? '')}</a>`,
      },
      { title: frame.commissions, cell: ([, own]) => format.number(own.length), isNumber: true },
      {
        title: commissions.amount,
        cell: ([, own]) => format.money(own.reduce((total, { amount }) => total + amount, 0)),
        isNumber: true,
      },
    ],
  })}${paid.length === paidCommissions ? html`<p><small>${creators.payoutsHint}</small></p>` : nothing}`;
}

const section = (title: string, content: Html): Html => html`<section><h2>${title}</h2>${content}</section>`;

function listsHtml(
  c: PageContext,
  { codes, orders, commissions, paid }: Lists,
  id: string,
  format: Format,
): Html {
  const { creators } = visitOf(c).texts;
  const more = (path: string, label: string, rows: readonly unknown[], count = shown): Html =>
    rows.length < count ? nothing : html`<p><a href="${path}?affiliateId=${id}">${label}</a></p>`;
  const ordersHtml = orderTable(c, format, orders, {
    caption: creators.recentOrders,
    empty: creators.noOrders,
  });
  const commissionsHtml = commissionTable(c, format, commissions, {
    caption: creators.commissions,
    empty: creators.noCommissions,
  });
  return html`${section(
    creators.codes,
    html`${codeTable(c, format, codes, { empty: creators.noCodes })}${more('/console/codes', creators.allCodes, codes, shownCodes)}`,
  )}
${section(creators.recentOrders, html`${ordersHtml}${more('/console/orders', creators.allOrders, orders)}`)}
${section(
  creators.commissions,
  html`${commissionsHtml}${more('/console/commissions', creators.allCommissions, commissions)}`,
)}
${section(creators.payouts, payoutsHtml(c, paid, format))}`;
}

export async function creatorPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { creators } = texts;
  const id = idIn(c);
  const [account, creator, report, lists, terms, history, payment, disputed] = await Promise.all([
    accountOf(c),
    api.affiliates.get(id),
    readPerformance(c, { affiliateId: id }),
    readLists(c, id),
    api.affiliates.getTerms(id),
    readHistory(c, id),
    readPayment(c, id),
    readOpenDisputes(c, id),
  ]);
  const { format } = account;
  const body = html`${applicantHtml(c, creator)}${openDisputesHtml(c, disputed, format)}${aboutHtml(c, creator, format)}${performanceHtml(c, report, format)}
${paymentHtml(c, payment, account)}
${listsHtml(c, lists, id, format)}${section(
  creators.terms,
  html`${termsHtml(c, terms, format)}${linkButton(`${creatorPath(id)}/terms`, creators.changeTerms, 'secondary')}`,
)}
${history === undefined ? nothing : section(creators.history, historyHtml(c, history, format))}`;
  const again = whenever(creator.status === 'invited', () =>
    buttonForm(`${creatorPath(id)}/invitation`, creators.inviteAgain, { kind: 'secondary outline' }),
  );
  const actions = html`<div class="buttons">${again}${linkButton(`${creatorPath(id)}/change`, creators.change)}</div>`;
  return showConsole(c, { title: nameOf(texts, creator), actions, body, problem });
}
