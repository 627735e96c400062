// Shows how a creator or a campaign has done in the last year: figures, and plots by week.
import type { PerformanceReport, ReportsPerformanceQuery } from '#lib/client/index.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { accountOf, type Page } from '#lib/pages/console/page.ts';
import type { Visit } from '#lib/pages/console/visit.ts';
import { figures, type Html, html } from '#lib/pages/shared/html.ts';
import { plot } from '#lib/pages/shared/plot.ts';

const weeks = 52;
const daysPerWeek = 7;

/** Begins on a Monday, so that every week is whole except the current one. */
export async function readPerformance(
  { c, api }: Visit,
  filter: Pick<ReportsPerformanceQuery, 'affiliateId' | 'campaignId'>,
): Promise<PerformanceReport> {
  const { today } = await accountOf(c);
  const weekday = new Date(today).getUTCDay() || daysPerWeek;
  const from = addDays(today, 1 - weekday - daysPerWeek * (weeks - 1));
  return api.reports.performance({ ...filter, from, to: today, groupBy: 'week' });
}

export function performanceHtml({ c, texts, format }: Page, { totals, rows, from }: PerformanceReport): Html {
  const { performance: its } = texts;
  const known = new Map(rows.map((row) => [row.key, row]));
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(from, daysPerWeek * index));
  const plotOf = (measure: 'clicks' | 'commission', show: (value: number) => string): Html =>
    plot(c, {
      title: its[measure],
      total: show(totals[measure] ?? 0),
      hint: its.byWeek,
      days: mondays.map((day) => ({ day, value: known.get(day)?.[measure] ?? 0 })),
      ...{ show, showDay: format.calendarDay },
    });
  return html`${figures([
    [its.orders, format.number(totals.orders), its.lastYearOrders],
    [its.netRevenue, format.money(totals.netRevenue), its.lastYear],
    [its.conversionRate, format.share(totals.conversionRate), its.lastYear],
  ])}<div class="plots">${plotOf('clicks', format.number)}${plotOf('commission', format.money)}</div>`;
}
