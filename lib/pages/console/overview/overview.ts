// Shows how the program is doing: the figures of a period beside those of the period before, the best, and the work to do.
import type { PerformanceReport, PerformanceRow } from '#lib/client/index.ts';
import { addDays, daysBetween } from '#lib/foundation/shared/dates.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { type IdGroup, subjectLink } from '#lib/pages/console/reports/performance.ts';
import type { Visit } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { choice, figures, type Html, html, section, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { table } from '#lib/pages/shared/table.ts';
import { readWork, workHtml } from './work.ts';

const groups = ['affiliate', 'campaign', 'discount'] as const;

const groupOf = (c: PageContext): IdGroup => oneOf(c.req.query('best'), groups) ?? 'affiliate';

/** A row without a key has no campaign or no code. */
async function readBest({ c, api }: Visit, period: { readonly from: string; readonly to: string }) {
  const { rows } = await api.reports.performance({ ...period, groupBy: groupOf(c), limit: 6 });
  return rows.filter(({ key, orders }) => key !== null && orders > 0).slice(0, 5);
}

/** The best of one group, because each group reads the figures of all its creators, campaigns or codes. */
function bestHtml(page: Page, rows: readonly PerformanceRow[]): Html {
  const { c, texts, format } = page;
  const { overview: its, creators, campaigns, codes, reports } = texts;
  const group = groupOf(c);
  const titles = { affiliate: its.bestCreators, campaign: its.bestCampaigns, discount: its.bestCodes };
  const names = { affiliate: creators.title, campaign: campaigns.title, discount: codes.title };
  const choices = groups.map(
    (one) => [samePage(c, { best: one }).concat('#best'), names[one], one === group] as const,
  );
  const title = titles[group];
  const list = table(c, { title, none: its.noOrders }, rows, [
    [its.name, (row) => subjectLink(page, group, row)],
    [its.orders, ({ orders }) => format.number(orders), 'number'],
    [its.netRevenue, ({ netRevenue }) => format.money(netRevenue), 'number'],
    [its.commission, ({ commission }) => format.money(commission), 'number'],
  ]);
  return html`<div class="heading" id="best"><h2>${title}</h2>${choice(reports.groupBy, choices)}</div>${list}`;
}

const lengths = [7, 30, 90] as const;
const defaultLength = 30;

const lengthOf = (c: PageContext): number =>
  lengths.find((days) => String(days) === c.req.query('days')) ?? defaultLength;

const lastDays = (to: string, days: number) => ({ from: addDays(to, 1 - days), to });

async function readFigures(visit: Visit) {
  const { c, api } = visit;
  const { today } = await accountOf(c);
  const days = lengthOf(c);
  const period = lastDays(today, days);
  const [report, before, best] = await Promise.all([
    api.reports.performance({ ...period, groupBy: 'day' }),
    // The totals contain all rows.
    api.reports.performance({ ...lastDays(addDays(period.from, -1), days), groupBy: 'month', limit: 1 }),
    readBest(visit, period),
  ]);
  return { report, before, best };
}

type Reports = Pick<Awaited<ReturnType<typeof readFigures>>, 'report' | 'before'>;
type Measure = 'clicks' | 'orders' | 'netRevenue' | 'commission';

function plotsHtml({ c, texts: { overview: its }, format }: Page, { report, before }: Reports): Html {
  const rows = new Map(report.rows.map((row) => [row.key, row]));
  const days = daysBetween(report.from, report.to);
  /** The change since the period before. */
  const hintOf = (now: number, past: number): string => {
    if (past === 0) return its.noChange;
    const change = (now - past) / Math.abs(past);
    return its.change(`${change > 0 ? '+' : ''}${format.share(change)}`);
  };
  const plotOf = (measure: Measure, show: (value: number) => string): Html => {
    const total = report.totals[measure] ?? 0;
    return plot(c, {
      title: its[measure],
      total: show(total),
      hint: hintOf(total, before.totals[measure] ?? 0),
      days: days.map((day) => ({ day, value: rows.get(day)?.[measure] ?? 0 })),
      ...{ show, showDay: format.shortDay },
    });
  };
  return html`<div class="plots">${plotOf('clicks', format.number)}${plotOf('orders', format.number)}
${plotOf('netRevenue', format.money)}${plotOf('commission', format.money)}</div>`;
}

function ratesHtml({ texts: { overview: its }, format }: Page, { report, before }: Reports): Html {
  const figure = (label: string, show: (totals: PerformanceReport['totals']) => string) =>
    [label, show(report.totals), its.before(show(before.totals))] as const;
  return figures([
    figure(its.conversionRate, ({ conversionRate }) => format.share(conversionRate)),
    figure(its.orderValue, ({ averageOrderValue }) => format.money(averageOrderValue)),
  ]);
}

/** Empty plots tell a new brand nothing. */
function beginHtml({ texts: { overview: its }, isAdmin }: Page, { report, before }: Reports): Html {
  const isQuiet = [report, before].every(({ totals }) => totals.clicks === 0 && totals.orders === 0);
  const steps = Object.entries(its.steps).map(
    ([path, label]) => html`<li><a href="${path}">${label}</a></li>`,
  );
  return whenever(isQuiet && isAdmin, () => section(its.begin, html`<ol>${steps}</ol>`));
}

export const overviewPage = consolePage(
  (visit) => Promise.all([readFigures(visit), readWork(visit.api)]),
  (page, [{ best, ...reports }, work]) => {
    const { c, texts } = page;
    const { overview: its, frame } = texts;
    const periods = lengths.map(
      (days) => [samePage(c, { days }), its.days(String(days)), days === lengthOf(c)] as const,
    );
    const body = html`${workHtml(page, work)}${beginHtml(page, reports)}${plotsHtml(page, reports)}<h2>${its.rates}</h2>
${ratesHtml(page, reports)}${bestHtml(page, best)}`;
    return { title: frame.overview, actions: choice(its.period, periods), body };
  },
);
