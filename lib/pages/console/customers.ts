// Lists the customers who are bound to creators, and finds one by the id of the shop.
import type { Customer } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { listHtml } from '#lib/pages/shared/table.ts';
import { addCustomer } from './customer.ts';
import { creatorHtml, customerPath, namesOf } from './customer-parts.ts';
import { accountOf, showConsole } from './show.ts';

const path = '/console/customers';

async function readPage(c: PageContext) {
  const { order, cursor, affiliateId } = c.req.query();
  const isAscending = order === 'asc';
  const found = await visitOf(c).api.customers.list({
    ...(isAscending && { order: 'asc' }),
    ...(affiliateId && { affiliateId }),
    cursor,
  });
  const ids = found.data.map((customer) => customer.affiliateId);
  return { found, names: await namesOf(c, ids) };
}

function searchForm(c: PageContext): Html {
  const { customers, common } = visitOf(c).texts;
  const attributes = { type: 'search', required: true, maxlength: 100 };
  return html`<search><form method="get" action="${path}/details" class="filters">
${field(c, { name: 'id', label: customers.search, isFilter: true, attributes })}<button class="secondary">${common.filter}</button></form></search>`;
}

async function customersPage(c: PageContext): Promise<Response> {
  const its = visitOf(c).texts.customers;
  const [{ format }, { found, names }] = await Promise.all([accountOf(c), readPage(c)]);
  const idCell = ({ customerId }: Customer): Html =>
    customerId === null ? html`${its.erased}` : html`<a href="${customerPath(customerId)}">${customerId}</a>`;
  const list = listHtml(c, its, found, [
    { title: its.id, cell: idCell },
    { title: its.creator, cell: ({ affiliateId }) => creatorHtml(c, names, affiliateId) },
    { title: its.since, cell: ({ boundAt }) => format.day(boundAt) },
    {
      title: its.firstOrder,
      cell: ({ firstOrderId }) => (firstOrderId === null ? its.noOrder : its.hasOrder),
    },
    { title: its.recorded, cell: ({ createdAt }) => format.day(createdAt), isSorted: true },
  ]);
  return showConsole(c, {
    title: its.title,
    body: html`<p>${its.intro}</p>${searchForm(c)}${list}`,
  });
}

export function addCustomers(app: Pages): void {
  app.get('/console/customers', customersPage);
  addCustomer(app);
}
