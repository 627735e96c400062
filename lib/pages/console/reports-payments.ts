// Shows what creators were paid in a year.
import type { PaymentsRow } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { figures, linkButton, personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { table } from '#lib/pages/shared/table.ts';
import { creatorPath } from './creators/list.ts';
import { sendCsv } from './csv-file.ts';
import { showReports } from './reports-frame.ts';
import { type Account, accountOf } from './show.ts';

const path = '/console/reports/payments';

const yearOf = (c: PageContext, { today }: Account): string => c.req.query('year') || today.slice(0, 4);

/** The newest year first. */
function yearsOf({ brand, today }: Account): readonly string[] {
  const [first, last] = [Number(brand.createdAt.slice(0, 4)), Number(today.slice(0, 4))];
  return Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => String(last - index));
}

async function paymentsPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { payments: its, reports, common, creators } = texts;
  const account = await accountOf(c);
  const { format } = account;
  const year = yearOf(c, account);
  const { rows, totals } = await api.reports.payments({ year });
  const list = table<PaymentsRow>(c, {
    caption: its.title,
    rows,
    empty: its.none,
    columns: [
      {
        title: reports.groups.affiliate,
        cell: ({ affiliateId, name, email }) =>
          html`<div><a href="${creatorPath(affiliateId)}">${personName(name || email)}</a><br><small>${email}</small></div>`,
      },
      { title: its.country, cell: ({ country }) => country ?? '–' },
      { title: its.taxId, cell: ({ taxId }) => taxId ?? '–' },
      { title: its.count, cell: ({ paymentsCount }) => format.number(paymentsCount), isNumber: true },
      { title: its.paid, cell: ({ amount }) => format.money(amount), isNumber: true },
    ],
  });
  const options = yearsOf(account).map((one) => [one, one] as const);
  const form = html`<form method="get" action="${path}" class="filters">${field(c, {
    ...{ name: 'year', label: its.year, value: year, options },
  })}<button class="secondary">${common.filter}</button></form>`;
  const shown = figures([
    { label: its.paid, value: format.money(totals.amount) },
    { label: creators.title, value: format.number(rows.length) },
    { label: its.count, value: format.number(totals.paymentsCount) },
  ]);
  const csv = (excel?: 'true') => pathWith(`${path}.csv`, { year, excel });
  const actions = html`<div class="buttons">${linkButton(csv(), reports.csv, 'secondary')}${linkButton(csv('true'), reports.excel, 'secondary')}</div>`;
  const body = html`<p>${its.hint}</p>${form}${shown}${list}`;
  return showReports(c, { title: reports.title, actions, body });
}

export function addPayments(app: Pages): void {
  app.get('/console/reports/payments', paymentsPage);
  app.get('/console/reports/payments.csv', async (c) => {
    const query = { year: yearOf(c, await accountOf(c)), excel: c.req.query('excel') === 'true' };
    return sendCsv(c, `payments-${query.year}`, (options) => visitOf(c).api.reports.payments(query, options));
  });
}
