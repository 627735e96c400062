// Shows what is owed to creators by its age, and what they were paid in a year.
import type { PayablesRow, PaymentsRow } from '#lib/client/index.ts';
import { creatorPath } from '#lib/pages/console/creators/list.ts';
import { fileButtons, hasDecimalCommas, sendCsv } from '#lib/pages/console/files.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext, PageHandler } from '#lib/pages/shared/context.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { badge, figures, type Html, html, nothing, personName, whenever } from '#lib/pages/shared/html.ts';
import { type Column, table } from '#lib/pages/shared/table.ts';
import { inReports, path } from './frame.ts';

/** The files contain the other rows. */
const shownRows = 50;

/** The amount due is the sum of the amount in payouts and of the amounts by age. */
const sums = [
  ...(['pending', 'inPayout', 'days0To30', 'days31To60', 'days61To90', 'over90Days', 'due'] as const),
];

export const payablesPage = consolePage(
  ({ api }) => api.reports.payables({ limit: shownRows }),
  ({ c, texts, format }, { rows, rowsCount, totals, asOf }) => {
    const { reports: its } = texts;
    const creator = ({ name, email, excluded }: PayablesRow): Html =>
      html`<bdi>${name || email}</bdi>${excluded === null ? nothing : html` ${badge(its.excluded[excluded] ?? excluded, 'warning')}`}`;
    const list = table(c, { title: its.payables, none: its.noPayables }, rows, [
      [its.groups.affiliate, creator],
      ...sums.map(
        (sum): Column<PayablesRow> => [its.sums[sum] ?? sum, (row) => format.money(row[sum]), 'number'],
      ),
    ]);
    const shown = figures([
      [its.sums.due ?? '', format.money(totals.due), its.dueHint],
      [its.sums.pending ?? '', format.money(totals.pending), its.pendingHint],
      [its.sums.inPayout ?? '', format.money(totals.inPayout)],
    ]);
    const rest = whenever(rowsCount > rows.length, () => html`<p>${its.rest(rows.length, rowsCount)}</p>`);
    const body = html`<p>${its.asOf(format.time(asOf))}</p>${shown}${list}${rest}`;
    return { title: its.title, actions: fileButtons(`${path}/payables.csv`, its), body };
  },
  inReports,
);

export const payablesFile: PageHandler = (c) => {
  const query = { limit: 1000, excel: hasDecimalCommas(c) };
  return sendCsv(c, 'payables', (options) => visitOf(c).api.reports.payables(query, options));
};

const yearOf = async (c: PageContext): Promise<string> =>
  c.req.query('year') || (await accountOf(c)).today.slice(0, 4);

/** The newest year first. */
function yearsOf({ brand, today }: Page): readonly string[] {
  const [first, last] = [Number(brand.createdAt.slice(0, 4)), Number(today.slice(0, 4))];
  return Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => String(last - index));
}

export const paymentsPage = consolePage(
  async ({ c, api }) => {
    const year = await yearOf(c);
    return { year, report: await api.reports.payments({ year }) };
  },
  (page, { year, report: { rows, totals } }) => {
    const { c, texts, format } = page;
    const { payments: its, reports, common, creators } = texts;
    const creator = ({ affiliateId, name, email }: PaymentsRow): Html =>
      html`<div><a href="${creatorPath(affiliateId)}">${personName(name || email)}</a><br><small>${email}</small></div>`;
    const list = table(c, its, rows, [
      [reports.groups.affiliate, creator],
      [its.country, ({ country }) => country ?? '–'],
      [its.taxId, ({ taxId }) => taxId ?? '–'],
      [its.count, ({ paymentsCount }) => format.number(paymentsCount), 'number'],
      [its.paid, ({ amount }) => format.money(amount), 'number'],
    ]);
    const options = yearsOf(page).map((one) => [one, one] as const);
    const form = html`<form method="get" action="${path}/payments" class="filters">
${field(c, 'year', its.year, { value: year, options })}<button class="secondary">${common.filter}</button></form>`;
    const shown = figures([
      [its.paid, format.money(totals.amount)],
      [creators.title, format.number(rows.length)],
      [its.count, format.number(totals.paymentsCount)],
    ]);
    const actions = fileButtons(`${path}/payments.csv`, reports, { year });
    return { title: reports.title, actions, body: html`<p>${its.hint}</p>${form}${shown}${list}` };
  },
  inReports,
);

export const paymentsFile: PageHandler = async (c) => {
  const query = { year: await yearOf(c), excel: hasDecimalCommas(c) };
  return sendCsv(c, `payments-${query.year}`, (options) => visitOf(c).api.reports.payments(query, options));
};
