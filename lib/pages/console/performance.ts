// Shows how a creator or a campaign has done in the last year: figures, and plots by week.
import type { PerformanceReport, ReportsPerformanceQuery } from '#lib/client/index.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { figures } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { accountOf } from './show.ts';

const weeks = 52;
const daysPerWeek = 7;

/** Begins on a Monday, so that every week is whole except the current one. */
export async function readPerformance(
  c: PageContext,
  filter: Pick<ReportsPerformanceQuery, 'affiliateId' | 'campaignId'>,
): Promise<PerformanceReport> {
  const { today } = await accountOf(c);
  const weekday = new Date(today).getUTCDay() || daysPerWeek;
  const from = addDays(today, 1 - weekday - daysPerWeek * (weeks - 1));
  return visitOf(c).api.reports.performance({ ...filter, from, to: today, groupBy: 'week' });
}

const measures = ['clicks', 'commission'] as const;

export function performanceHtml(c: PageContext, report: PerformanceReport, format: Format): Html {
  const { performance: texts } = visitOf(c).texts;
  const { totals } = report;
  const rows = new Map(report.rows.map((row) => [row.key, row]));
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(report.from, daysPerWeek * index));
  const plotOf = (measure: (typeof measures)[number]): Html => {
    const show = measure === 'commission' ? format.money : format.number;
    return plot(c, {
      title: texts[measure],
      total: show(totals[measure] ?? 0),
      hint: texts.byWeek,
      days: mondays.map((day) => ({ day, value: rows.get(day)?.[measure] ?? 0 })),
      show: (value) => show(value),
      showDay: format.calendarDay,
    });
  };
  const share = totals.conversionRate;
  return html`${figures([
    { label: texts.orders, value: format.number(totals.orders), hint: texts.lastYear },
    { label: texts.netRevenue, value: format.money(totals.netRevenue), hint: texts.lastYear },
    { label: texts.conversionRate, value: share === null ? '–' : format.share(share), hint: texts.lastYear },
  ])}<div class="plots">${measures.map(plotOf)}</div>`;
}
