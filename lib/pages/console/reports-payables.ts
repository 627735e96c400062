// Shows what is owed to creators, by its age.
import type { PayablesRow } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, figures, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { html, nothing } from '#lib/pages/shared/html.ts';
import { type Column, table } from '#lib/pages/shared/table.ts';
import { sendCsv } from './csv-file.ts';
import { showReports } from './reports-frame.ts';
import { accountOf } from './show.ts';

/** The files contain the other rows. */
const shownRows = 50;

const path = '/console/reports/payables';
/** The columns of a creator. What is in a payout has a large figure only. */
const sums = ['pending', 'days0To30', 'days31To60', 'days61To90', 'over90Days', 'due'] as const;

async function payablesPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.reports;
  const [{ format }, report] = await Promise.all([accountOf(c), api.reports.payables({ limit: shownRows })]);
  const { rows, rowsCount, totals } = report;
  const columns: readonly Column<PayablesRow>[] = [
    {
      title: its.groups.affiliate,
      cell: ({ name, email, excluded }) =>
        html`<bdi>${name || email}</bdi>${excluded === null ? nothing : html` ${badge(its.excluded[excluded] ?? excluded, 'warning')}`}`,
    },
    ...sums.map((sum) => ({
      title: its.sums[sum] ?? sum,
      isNumber: true,
      cell: (row: PayablesRow) => format.money(row[sum]),
    })),
  ];
  const shown = figures([
    { label: its.sums.due ?? '', value: format.money(totals.due), hint: its.dueHint },
    { label: its.sums.pending ?? '', value: format.money(totals.pending), hint: its.pendingHint },
    { label: its.sums.inPayout ?? '', value: format.money(totals.inPayout) },
  ]);
  const list = table(c, { caption: its.payables, rows, empty: its.noPayables, columns });
  const rest = rowsCount > rows.length ? html`<p>${its.rest(rows.length, rowsCount)}</p>` : nothing;
  const actions = html`<div class="buttons">${linkButton(`${path}.csv`, its.csv, 'secondary')}${linkButton(`${path}.csv?excel=true`, its.excel, 'secondary')}</div>`;
  return showReports(c, {
    title: its.title,
    actions,
    body: html`<p>${its.asOf(format.time(report.asOf))}</p>${shown}${list}${rest}`,
  });
}

export function addPayables(app: Pages): void {
  app.get('/console/reports/payables', payablesPage);
  app.get('/console/reports/payables.csv', (c) => {
    const query = { limit: 1000, excel: c.req.query('excel') === 'true' };
    return sendCsv(c, 'payables', (options) => visitOf(c).api.reports.payables(query, options));
  });
}
