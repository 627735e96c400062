// Shows a creator the link, the codes, the money, and what the link has brought.
import type { CreatorDiscount, CreatorLink, CreatorProfile, CreatorStatistics } from '#lib/client/index.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import {
  choice,
  copyButton,
  emptyState,
  type Html,
  html,
  nothing,
  notice,
  whenever,
} from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { balanceHtml, hasMoney } from './balance.ts';
import { linksPath, linkWithQr, mayChangeLinks } from './links.ts';
import { answersHtml, detailsHtml, invitationHtml } from './notices.ts';
import { type Page, portalPage } from './page.ts';
import { termsHtml } from './terms.ts';
import type { Visit } from './visit.ts';

const periods = [7, 30, 90] as const;

/** More links and codes would move the money out of sight. */
const linksAtOnce = 3;
const codesAtOnce = 5;

const periodOf = (c: PageContext): number =>
  periods.find((days) => String(days) === c.req.query('days')) ?? 30;

function linkHtml({ c, texts, profile: { link, brand } }: Page): Html {
  const { link: title, linkLead, noLandingPage, qr, qrLabel } = texts.portal.home;
  const warning = whenever(brand.landingUrl === null, () => notice('warning', noLandingPage(brand.name)));
  return html`<section class="card"><h2>${title}</h2><p class="copyable"><code>${link}</code>${copyButton(c, link)}</p>
${warning}<p><small>${linkLead}</small></p><details><summary>${qr}</summary>${qrCode(link, qrLabel)}</details></section>`;
}

function linksHtml(page: Page, links: readonly CreatorLink[]): Html {
  const { c, texts, profile } = page;
  const { links: title, linkLead, allLinks, createLink } = texts.portal.home;
  const mayChange = mayChangeLinks(profile);
  if (links.length === 0 && !mayChange) return nothing;
  const rows = links.map((link) => html`<div>${linkWithQr(page, link)}</div>`);
  const lead = whenever(links.length > 0, () => html`<p><small>${linkLead}</small></p>`);
  return html`<section class="card"><h2>${title}</h2>${rows}${lead}
<p><a class="target" href="${linksPath(c)}">${mayChange ? createLink : allLinks}</a></p></section>`;
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
      visit.api.creator.listPayouts({ limit: 10 }),
      visit.api.creator.listDisputes({ limit: 10 }),
      creator.then((profile) => statisticsOf(visit, profile)),
      visit.api.creator.listLinks({ limit: linksAtOnce }),
    ]),
  (page, [balance, discounts, details, payouts, disputes, statistics, links]) => {
    const { texts, profile } = page;
    const { home: its } = texts.portal;
    const status = its.status[profile.status] ?? '';
    // Nobody should share a link that earns nothing.
    const isEarning = profile.status === 'active';
    const notices = html`${whenever(status !== '', () => notice('warning', status))}${invitationHtml(page)}
${answersHtml(page, disputes.data)}${detailsHtml(page, details)}`;
    const body = html`${notices}
${whenever(isEarning, () => html`<div class="cards">${linkHtml(page)}${linksHtml(page, links.data)}${codesHtml(page, discounts.data)}</div>`)}
${whenever(isEarning || hasMoney(balance), () => balanceHtml(page, balance, payouts.data))}${termsHtml(page)}${plotsHtml(page, statistics)}`;
    const isInvited = profile.status === 'invited';
    return { title: isInvited ? its.acceptTitle(profile.brand.name) : its.greeting(profile.name), body };
  },
);
