// Shows a creator the link, the codes, the money, and what the link has brought.
import type {
  CreatorBalance,
  CreatorDiscount,
  CreatorProfile,
  CreatorStatistics,
  PayoutDetails,
} from '#lib/client/index.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import type { PageContext, Visit } from '#lib/pages/shared/context.ts';
import {
  choice,
  copyButton,
  emptyState,
  facts,
  type Html,
  html,
  nothing,
  notice,
  whenever,
} from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { balanceHtml } from './balance.ts';
import { type Page, portalPage } from './page.ts';
import { detailsPath, holdOf } from './payment-details.ts';

const periods = [7, 30, 90] as const;

/** The other codes would move the money out of sight. */
const codesAtOnce = 5;

const periodOf = (c: PageContext): number =>
  periods.find((days) => String(days) === c.req.query('days')) ?? 30;

function linkHtml({ c, texts, profile: { link } }: Page): Html {
  const { link: title, linkLead, noLink, qr, qrLabel } = texts.portal.home;
  if (link === null) return html`<section class="card"><h2>${title}</h2><p>${noLink}</p></section>`;
  return html`<section class="card"><h2>${title}</h2><p class="copyable"><code>${link}</code>${copyButton(c, link)}</p>
<p><small>${linkLead}</small></p><details><summary>${qr}</summary>${qrCode(link, qrLabel)}</details></section>`;
}

function codesHtml({ c, texts }: Page, codes: readonly CreatorDiscount[]): Html {
  const { codes: title, codesLead, moreCodes } = texts.portal.home;
  if (codes.length === 0) return nothing;
  const rows = codes.map(
    ({ code }) => html`<p class="copyable"><code>${code}</code>${copyButton(c, code)}</p>`,
  );
  const [first, others] = [rows.slice(0, codesAtOnce), rows.slice(codesAtOnce)];
  const rest = whenever(
    others.length > 0,
    () => html`<details><summary>${moreCodes(String(others.length))}</summary>${others}</details>`,
  );
  return html`<section class="card"><h2>${title}</h2>${first}${rest}<p><small>${codesLead}</small></p></section>`;
}

/** A change by somebody else must not stay unnoticed. */
function detailsHtml(page: Page, details: PayoutDetails, balance: CreatorBalance): Html {
  const { add, missing, pending } = page.texts.portalDetails;
  const end = holdOf(page, details);
  if (end !== undefined) return notice('warning', pending(page.format.time(end)));
  if (details.details !== null || balance.approved + balance.inPayout <= 0) return nothing;
  return notice('warning', html`${missing} <a href="${detailsPath(page.c)}">${add}</a>`);
}

function plotsHtml({ c, texts, profile, format }: Page, { days, totals }: CreatorStatistics): Html {
  const { home: its } = texts.portal;
  const one = (title: string, name: 'clicks' | 'orders' | 'commission', show: (value: number) => string) =>
    plot(c, {
      title,
      total: show(totals[name]),
      days: days.map((day) => ({ day: day.date, value: day[name] })),
      ...{ show, showDay: format.shortDay },
    });
  const plots = (): Html => html`<div class="plots">${one(its.earnings, 'commission', format.money)}
${one(its.orders, 'orders', format.number)}${one(its.clicks, 'clicks', format.number)}</div>`;
  const isQuiet = totals.clicks === 0 && totals.orders === 0 && totals.commission === 0;
  if (isQuiet && profile.status !== 'active') return nothing;
  const links = periods.map(
    (count) => [samePage(c, { days: count }), its.days(count), count === periodOf(c)] as const,
  );
  return html`<div class="heading"><h2>${its.results}</h2>${choice(its.period, links)}</div>
${isQuiet ? emptyState(its.quiet) : plots()}`;
}

function termsHtml({ texts, profile, format }: Page): Html {
  const { home: its } = texts.portal;
  const { rate, details, holdDays, attributionWindowDays } = profile.terms;
  const earned =
    rate.type === 'percentage'
      ? its.perOrder(format.share(rate.value / 100))
      : its.perOrderFixed(format.money(rate.value));
  return html`<h2>${its.terms}</h2>${facts([
    [its.rate, html`${earned}${whenever(details !== null, () => html`<br><small>${its.details}</small>`)}`],
    [its.window, its.windowDays(String(attributionWindowDays))],
    [its.hold, its.holdDays(String(holdDays))],
  ])}`;
}

/** The period ends today, so the API knows the last day. */
async function statisticsOf({ c, api, now }: Visit, { mode, brand }: CreatorProfile) {
  // Only the API knows the test clock.
  const today = mode === 'test' ? (await api.creator.statistics({})).to : dayIn(brand.timezone, now);
  return api.creator.statistics({ from: addDays(today, 1 - periodOf(c)) });
}

export const homePage = portalPage(
  (visit, creator) =>
    Promise.all([
      visit.api.creator.balance(),
      visit.api.creator.listDiscounts({ limit: 100 }),
      visit.api.creator.getPaymentData(),
      creator.then((profile) => statisticsOf(visit, profile)),
    ]),
  (page, [balance, discounts, details, statistics]) => {
    const { texts, profile } = page;
    const { home: its } = texts.portal;
    const status = its.status[profile.status] ?? '';
    // Nobody should share a link that earns nothing.
    const isEarning = profile.status === 'active';
    const body = html`${detailsHtml(page, details, balance)}${whenever(status !== '', () => notice('warning', status))}
${whenever(isEarning, () => html`<div class="cards">${linkHtml(page)}${codesHtml(page, discounts.data)}</div>`)}
${balanceHtml(page, balance)}${plotsHtml(page, statistics)}${termsHtml(page)}`;
    return { title: its.greeting(profile.name), body };
  },
);
