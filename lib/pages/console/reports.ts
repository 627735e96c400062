// Shows the performance of creators, campaigns and codes in a period.
import type { PerformanceReport, PerformanceRow, ReportsPerformanceQuery } from '#lib/client/index.ts';
import { daysBetween } from '#lib/foundation/shared/dates.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { figures, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { plot } from '#lib/pages/shared/plot.ts';
import { type Column, table } from '#lib/pages/shared/table.ts';
import { sendCsv } from './csv-file.ts';
import { optionsOf } from './inputs.ts';
import { showReports } from './reports-frame.ts';
import { addPayables } from './reports-payables.ts';
import { addPayments } from './reports-payments.ts';
import { accountOf } from './show.ts';

const path = '/console/reports';
/** The files contain the other rows. */
const shownRows = 50;
type Group = NonNullable<ReportsPerformanceQuery['groupBy']>;
const groups: readonly Group[] = ['affiliate', 'campaign', 'discount', 'day', 'week', 'month'];

const groupOf = (c: PageContext): Group =>
  groups.find((group) => group === c.req.query('groupBy')) ?? 'affiliate';

const periodOf = (c: PageContext) => ({
  from: c.req.query('from') || undefined,
  to: c.req.query('to') || undefined,
});

function nameHtml(c: PageContext, row: PerformanceRow, group: Group, format: Format): Html {
  const { without, deleted } = visitOf(c).texts.reports;
  if (row.key === null) return html`${without[group] ?? ''}`;
  if (group === 'day' || group === 'week') return html`${format.calendarDay(row.key)}`;
  if (group === 'month') return html`${row.key}`;
  const name = group === 'discount' ? row.code : row.name;
  return html`<bdi>${name ?? deleted}</bdi>`;
}

function columnsOf(c: PageContext, group: Group, format: Format): readonly Column<PerformanceRow>[] {
  const its = visitOf(c).texts.reports;
  const count = (value: number | null): string => (value === null ? '–' : format.number(value));
  const clicks: readonly Column<PerformanceRow>[] =
    group === 'discount'
      ? []
      : [
          { title: its.clicks, isNumber: true, cell: (row) => count(row.clicks) },
          {
            title: its.rate,
            isNumber: true,
            cell: ({ conversionRate }) => (conversionRate === null ? '–' : format.share(conversionRate)),
          },
        ];
  return [
    { title: its.groups[group], cell: (row) => nameHtml(c, row, group, format) },
    ...clicks,
    { title: its.orders, isNumber: true, cell: ({ orders }) => format.number(orders) },
    { title: its.refunds, isNumber: true, cell: ({ refunds }) => format.money(refunds) },
    { title: its.revenue, isNumber: true, cell: ({ netRevenue }) => format.money(netRevenue) },
    { title: its.commission, isNumber: true, cell: ({ commission }) => format.money(commission) },
  ];
}

/** Two plots by day, for any grouping of the table. */
function plotsHtml(c: PageContext, { rows, totals, from, to }: PerformanceReport, format: Format): Html {
  const its = visitOf(c).texts.reports;
  const shared = { show: (value: number) => format.money(value), showDay: format.shortDay };
  const known = new Map(rows.map((row) => [row.key, row]));
  const days = (name: 'netRevenue' | 'commission') =>
    daysBetween(from, to).map((day) => ({ day, value: known.get(day)?.[name] ?? 0 }));
  return html`<div class="plots">
${plot(c, { title: its.revenue, total: format.money(totals.netRevenue), days: days('netRevenue'), ...shared })}
${plot(c, { title: its.commission, total: format.money(totals.commission), days: days('commission'), ...shared })}</div>`;
}

function totalsHtml(c: PageContext, { totals }: PerformanceReport, format: Format): Html {
  const its = visitOf(c).texts.reports;
  return figures([
    { label: its.clicks, value: totals.clicks === null ? '–' : format.number(totals.clicks) },
    { label: its.orders, value: format.number(totals.orders) },
    {
      label: its.average,
      value: totals.averageOrderValue === null ? '–' : format.money(totals.averageOrderValue),
    },
    { label: its.paid, value: format.money(totals.paidCommission) },
  ]);
}

function periodForm(c: PageContext, { from, to }: PerformanceReport): Html {
  const { reports, common } = visitOf(c).texts;
  const names = optionsOf(reports.groups);
  const date = { type: 'date', required: true };
  return html`<form method="get" action="${path}" class="filters">
${field(c, { name: 'groupBy', label: reports.groupBy, value: groupOf(c), options: names })}
${field(c, { name: 'from', label: reports.from, value: from, attributes: date })}
${field(c, { name: 'to', label: reports.to, value: to, attributes: date })}<button class="secondary">${common.filter}</button></form>`;
}

async function performancePage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const groupBy = groupOf(c);
  const read = Promise.all([
    api.reports.performance({ ...periodOf(c), groupBy, limit: shownRows }),
    api.reports.performance({ ...periodOf(c), groupBy: 'day' }),
  ]);
  const [{ format }, [report, byDay]] = await Promise.all([accountOf(c), read]);
  const { reports } = texts;
  const list = table(c, {
    caption: reports.performance,
    rows: report.rows,
    empty: reports.none,
    columns: columnsOf(c, groupBy, format),
  });
  const rest =
    report.rowsCount > report.rows.length
      ? html`<p>${reports.rest(report.rows.length, report.rowsCount)}</p>`
      : '';
  const csv = (excel?: 'true') =>
    pathWith(`${path}/performance.csv`, { groupBy, from: report.from, to: report.to, excel });
  const actions = html`<div class="buttons">${linkButton(csv(), reports.csv, 'secondary')}${linkButton(csv('true'), reports.excel, 'secondary')}</div>`;
  const body = html`${periodForm(c, report)}${totalsHtml(c, report, format)}${plotsHtml(c, byDay, format)}${list}${rest}`;
  return showReports(c, { title: reports.title, body, actions });
}

function performanceFile(c: PageContext): Promise<Response> {
  const query = { ...periodOf(c), groupBy: groupOf(c), excel: c.req.query('excel') === 'true', limit: 1000 };
  return sendCsv(c, 'performance', (options) => visitOf(c).api.reports.performance(query, options));
}

export function addReports(app: Pages): void {
  app.get('/console/reports', performancePage);
  app.get('/console/reports/performance.csv', performanceFile);
  addPayables(app);
  addPayments(app);
}
