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
import type { Pages } from '#lib/pages/shared/app.ts';
import { copyButton, emptyState, facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { balanceHtml } from './balance.ts';
import { detailsPath, holdOf } from './payment-details.ts';
import { type Creator, creatorOf, showPortal } from './show.ts';

const periods = [7, 30, 90] as const;

/** The other codes would move the money out of sight. */
const codesAtOnce = 5;

const periodOf = (c: PageContext): number =>
  periods.find((days) => String(days) === c.req.query('days')) ?? 30;

function linkHtml(c: PageContext, link: string | null): Html {
  const { link: title, linkLead, noLink, qr, qrLabel } = visitOf(c).texts.portal.home;
  if (link === null) return html`<section class="card"><h2>${title}</h2><p>${noLink}</p></section>`;
  return html`<section class="card"><h2>${title}</h2><p class="copyable"><code>${link}</code>${copyButton(c, link)}</p>
<p><small>${linkLead}</small></p><details><summary>${qr}</summary>${qrCode(link, qrLabel)}</details></section>`;
}

function codesHtml(c: PageContext, codes: readonly CreatorDiscount[]): Html {
  const { codes: title, codesLead, moreCodes } = visitOf(c).texts.portal.home;
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
function detailsHtml(c: PageContext, details: PayoutDetails, balance: CreatorBalance, format: Format): Html {
  const { add, missing, pending } = visitOf(c).texts.portalDetails;
  const end = holdOf(c, details);
  if (end !== undefined) return notice('warning', pending(format.time(end)));
  if (details.details !== null || balance.approved + balance.inPayout <= 0) return nothing;
  return notice('warning', html`${missing} <a href="${detailsPath(c)}">${add}</a>`);
}

function periodHtml(c: PageContext): Html {
  const { period, days } = visitOf(c).texts.portal.home;
  const current = periodOf(c);
  const link = (count: number) =>
    html`<li><a href="${samePage(c, { days: count })}"${count === current ? html` aria-current="true"` : nothing}>${days(count)}</a></li>`;
  return html`<nav class="choice" aria-label="${period}"><ul>${periods.map(link)}</ul></nav>`;
}

function plotsHtml(c: PageContext, { profile, format }: Creator, { days, totals }: CreatorStatistics): Html {
  const its = visitOf(c).texts.portal.home;
  const one = (
    title: string,
    name: 'clicks' | 'orders' | 'commission',
    show: (value: number) => string,
  ): Html =>
    plot(c, {
      title,
      total: show(totals[name]),
      days: days.map((day) => ({ day: day.date, value: day[name] })),
      show,
      showDay: format.shortDay,
    });
  const plots = (): Html => html`<div class="plots">${one(its.earnings, 'commission', format.money)}
${one(its.orders, 'orders', format.number)}${one(its.clicks, 'clicks', format.number)}</div>`;
  const isQuiet = totals.clicks === 0 && totals.orders === 0 && totals.commission === 0;
  if (isQuiet && profile.status !== 'active') return nothing;
  return html`<div class="heading"><h2>${its.results}</h2>${periodHtml(c)}</div>
${isQuiet ? emptyState(its.quiet) : plots()}`;
}

function termsHtml(c: PageContext, { terms }: CreatorProfile, format: Format): Html {
  const its = visitOf(c).texts.portal.home;
  const { rate, details, holdDays, attributionWindowDays } = terms;
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
async function statisticsOf(c: PageContext, { profile }: Creator): Promise<CreatorStatistics> {
  const { api, now } = visitOf(c);
  // Only the API knows the test clock.
  const today =
    profile.mode === 'test' ? (await api.creator.statistics({})).to : dayIn(profile.brand.timezone, now);
  return api.creator.statistics({ from: addDays(today, 1 - periodOf(c)) });
}

async function homePage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.portal.home;
  const creator = creatorOf(c);
  const [known, balance, discounts, details, statistics] = await Promise.all([
    creator,
    api.creator.balance(),
    api.creator.listDiscounts({ limit: 100 }),
    api.creator.getPaymentData(),
    creator.then((one) => statisticsOf(c, one)),
  ]);
  const { profile, format } = known;
  const status = its.status[profile.status] ?? '';
  // Nobody should share a link that earns nothing.
  const isEarning = profile.status === 'active';
  const body = html`${detailsHtml(c, details, balance, format)}${whenever(status !== '', () => notice('warning', status))}
${whenever(isEarning, () => html`<div class="cards">${linkHtml(c, profile.link)}${codesHtml(c, discounts.data)}</div>`)}
${balanceHtml(c, known, balance)}${plotsHtml(c, known, statistics)}${termsHtml(c, profile, format)}`;
  return showPortal(c, { title: its.greeting(profile.name), body });
}

export function addHome(app: Pages): void {
  app.get('/creators/:slug', homePage);
}
