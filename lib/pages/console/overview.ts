// Shows how the program is doing: the figures of a period beside those of the period before, the best, and the work to do.
import type { Client, PerformanceReport, PerformanceRow } from '#lib/client/index.ts';
import { addDays, daysBetween } from '#lib/foundation/shared/dates.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { figures } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { bestHtml, readBest } from './best.ts';
import { accountOf, showConsole } from './show.ts';
import { readWork, workHtml } from './work.ts';

const lengths = [7, 30, 90] as const;
const defaultLength = 30;

const lengthOf = (c: PageContext): number =>
  lengths.find((days) => String(days) === c.req.query('days')) ?? defaultLength;

interface Period {
  readonly from: string;
  readonly to: string;
}

const lastDays = (to: string, days: number): Period => ({ from: addDays(to, 1 - days), to });

async function readReports({ reports }: Client, period: Period, days: number) {
  const before = lastDays(addDays(period.from, -1), days);
  return Promise.all([
    reports.performance({ ...period, groupBy: 'day' }),
    // The totals contain all rows.
    reports.performance({ ...before, groupBy: 'month', limit: 1 }),
  ]);
}

const measures = ['clicks', 'orders', 'netRevenue', 'commission'] as const;
type Measure = (typeof measures)[number];

/** Null where the report has no value. */
const amountOf = (row: Pick<PerformanceRow, Measure> | undefined, measure: Measure): number =>
  row?.[measure] ?? 0;

/** The change since the period before. */
function changeOf(now: number, before: number, { share }: Format): string | undefined {
  if (before === 0) return undefined;
  const change = (now - before) / Math.abs(before);
  return `${change > 0 ? '+' : ''}${share(change)}`;
}

interface Reports {
  readonly report: PerformanceReport;
  readonly before: PerformanceReport;
  readonly format: Format;
}

function plotsHtml(c: PageContext, { report, before, format }: Reports): Html {
  const { overview } = visitOf(c).texts;
  const rows = new Map(report.rows.map((row) => [row.key, row]));
  const days = daysBetween(report.from, report.to);
  const plotOf = (measure: Measure): Html => {
    const isMoney = measure === 'netRevenue' || measure === 'commission';
    const show = (value: number): string => (isMoney ? format.money(value) : format.number(value));
    const total = amountOf(report.totals, measure);
    const change = changeOf(total, amountOf(before.totals, measure), format);
    return plot(c, {
      title: overview[measure],
      total: show(total),
      hint: change === undefined ? overview.noChange : overview.change(change),
      days: days.map((day) => ({ day, value: amountOf(rows.get(day), measure) })),
      show,
      showDay: format.shortDay,
    });
  };
  return html`<div class="plots">${measures.map(plotOf)}</div>`;
}

function ratesHtml(c: PageContext, { report, before, format }: Reports): Html {
  const { overview } = visitOf(c).texts;
  const rate = ({ conversionRate }: PerformanceReport['totals']): string =>
    conversionRate === null ? '–' : format.share(conversionRate);
  const orderValue = ({ averageOrderValue }: PerformanceReport['totals']): string =>
    averageOrderValue === null ? '–' : format.money(averageOrderValue);
  const figure = (label: string, show: (totals: PerformanceReport['totals']) => string) => ({
    label,
    value: show(report.totals),
    hint: overview.before(show(before.totals)),
  });
  return figures([figure(overview.conversionRate, rate), figure(overview.orderValue, orderValue)]);
}

function periodsHtml(c: PageContext): Html {
  const { overview } = visitOf(c).texts;
  const links = lengths.map((days) => {
    const current = days === lengthOf(c) ? html` aria-current="true"` : '';
    return html`<li><a href="/console?days=${days}"${current}>${overview.days(String(days))}</a></li>`;
  });
  return html`<nav class="choice" aria-label="${overview.period}"><ul>${links}</ul></nav>`;
}

async function readFigures(c: PageContext) {
  const { api } = visitOf(c);
  const { today } = await accountOf(c);
  const days = lengthOf(c);
  const period = lastDays(today, days);
  return Promise.all([readReports(api, period, days), readBest(api, period)]);
}

async function overviewPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const [account, [[report, before], best], work] = await Promise.all([
    accountOf(c),
    readFigures(c),
    readWork(api),
  ]);
  const reports = { report, before, format: account.format };
  const body = html`${workHtml(c, work, account.format)}${plotsHtml(c, reports)}<h2>${texts.overview.rates}</h2>
${ratesHtml(c, reports)}${bestHtml(c, best, account.format)}`;
  return showConsole(c, { title: texts.frame.overview, actions: periodsHtml(c), body });
}

export function addOverview(app: Pages): void {
  app.get('/console', overviewPage);
}
