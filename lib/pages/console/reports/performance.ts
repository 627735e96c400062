// Shows the performance of creators, campaigns and codes in a period.
import type { PerformanceReport, PerformanceRow, ReportsPerformanceQuery } from '#lib/client/index.ts';
import { addDays, daysBetween } from '#lib/foundation/shared/dates.ts';
import { fileButtons, hasDecimalCommas, sendCsv } from '#lib/pages/console/files.ts';
import { givenIn, oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext, PageHandler } from '#lib/pages/shared/context.ts';
import { field, optionsOf } from '#lib/pages/shared/forms.ts';
import { choice, figures, type Html, html, personName, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { type Column, table } from '#lib/pages/shared/table.ts';
import { inReports, path } from './frame.ts';

/** The files contain the other rows. */
const shownRows = 50;
type Group = NonNullable<ReportsPerformanceQuery['groupBy']>;
const groups: readonly Group[] = ['affiliate', 'campaign', 'discount', 'day', 'week', 'month'];

const groupOf = (c: PageContext): Group => oneOf(c.req.query('groupBy'), groups) ?? 'affiliate';

const pathsOf = { affiliate: 'creators', campaign: 'campaigns', discount: 'codes' } as const;

export type IdGroup = keyof typeof pathsOf;

/** A deleted campaign or code has no page. */
export function subjectLink({ texts }: Page, group: IdGroup, row: PerformanceRow): Html {
  const name = group === 'discount' ? row.code : row.name || row.email;
  if (!name) return html`${texts.reports.deleted}`;
  return html`<a href="/console/${pathsOf[group]}/${row.key}">${personName(name)}</a>`;
}

function nameHtml(page: Page, row: PerformanceRow): Html {
  const { c, format } = page;
  const { reports: its } = page.texts;
  const group = groupOf(c);
  if (row.key === null) return html`${its.without[group] ?? ''}`;
  if (group === 'day' || group === 'week') return html`${format.calendarDay(row.key)}`;
  if (group === 'month') return html`${format.month(row.key)}`;
  return subjectLink(page, group, row);
}

function columnsOf(page: Page): readonly (Column<PerformanceRow> | false)[] {
  const { c, texts, format } = page;
  const { reports: its } = texts;
  const group = groupOf(c);
  const hasClicks = group !== 'discount';
  return [
    [its.groups[group], (row) => nameHtml(page, row)],
    hasClicks && [its.clicks, ({ clicks }) => format.number(clicks), 'number'],
    // Codes bring orders without clicks, so a share above all clicks says nothing.
    hasClicks && [
      its.rate,
      ({ orders, clicks, conversionRate }) => format.share(orders > (clicks ?? 0) ? null : conversionRate),
      'number',
    ],
    [its.orders, ({ orders }) => format.number(orders), 'number'],
    [its.refunds, ({ refunds }) => format.money(refunds), 'number'],
    [its.revenue, ({ netRevenue }) => format.money(netRevenue), 'number'],
    [its.commission, ({ commission }) => format.money(commission), 'number'],
  ];
}

/** Two plots by day, for any grouping of the table. */
function plotsHtml({ c, texts: { reports: its }, format }: Page, report: PerformanceReport): Html {
  const { rows, totals, from, to } = report;
  const known = new Map(rows.map((row) => [row.key, row]));
  const plotOf = (title: string, name: 'netRevenue' | 'commission'): Html =>
    plot(c, {
      title,
      total: format.money(totals[name]),
      days: daysBetween(from, to).map((day) => ({ day, value: known.get(day)?.[name] ?? 0 })),
      show: (value) => format.money(value),
      showDay: format.shortDay,
    });
  return html`<div class="plots">${plotOf(its.revenue, 'netRevenue')}${plotOf(its.commission, 'commission')}</div>`;
}

const totalsHtml = ({ texts: { reports: its }, format }: Page, { totals }: PerformanceReport): Html =>
  figures([
    [its.clicks, format.number(totals.clicks)],
    [its.orders, format.number(totals.orders)],
    [its.average, format.money(totals.averageOrderValue)],
    [its.paid, format.money(totals.paidCommission)],
  ]);

function periodForm(page: Page, { from, to }: PerformanceReport): Html {
  const { c, today } = page;
  const { reports: its, common } = page.texts;
  const date = { type: 'date', required: true };
  const begins = {
    days30: addDays(today, -29),
    days90: addDays(today, -89),
    year: `${today.slice(0, 4)}-01-01`,
  };
  const periods = Object.entries({ ...begins, months12: addDays(today, -364) }).map(
    ([name, begin]) =>
      [
        samePage(c, { from: begin, to: today }),
        its.periods[name] ?? name,
        from === begin && to === today,
      ] as const,
  );
  return html`${choice(its.period, periods)}<form method="get" action="${path}" class="filters">
${field(c, 'groupBy', its.groupBy, { value: groupOf(c), options: optionsOf(its.groups) })}
${field(c, 'from', its.from, { value: from, ...date })}
${field(c, 'to', its.to, { value: to, ...date })}<button class="secondary">${common.filter}</button></form>`;
}

export const performancePage = consolePage(
  ({ c, api }) => {
    const period = givenIn(c, 'from', 'to');
    return Promise.all([
      api.reports.performance({ ...period, groupBy: groupOf(c), limit: shownRows }),
      api.reports.performance({ ...period, groupBy: 'day' }),
    ]);
  },
  (page, [report, byDay]) => {
    const { c, texts } = page;
    const { reports: its } = texts;
    const { rows, rowsCount, from, to } = report;
    const list = table(c, { title: its.performance, none: its.none }, rows, columnsOf(page));
    const rest = whenever(rowsCount > rows.length, () => html`<p>${its.rest(rows.length, rowsCount)}</p>`);
    const body = html`${periodForm(page, report)}${totalsHtml(page, report)}${plotsHtml(page, byDay)}${list}${rest}`;
    const actions = fileButtons(`${path}/performance.csv`, its, { groupBy: groupOf(c), from, to });
    return { title: its.title, body, actions };
  },
  inReports,
);

export const performanceFile: PageHandler = (c) => {
  const query = { ...givenIn(c, 'from', 'to'), groupBy: groupOf(c), excel: hasDecimalCommas(c), limit: 1000 };
  return sendCsv(c, 'performance', (options) => visitOf(c).api.reports.performance(query, options));
};
