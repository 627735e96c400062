// Shows a customer with the orders, moves the customer to another creator, and erases the personal data.
import type { Customer, ListedConversion } from '#lib/client/index.ts';
import { isApiError } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { emptyState, facts, linkButton, personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Form, field, hidden, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { creatorHtml, customerPath, type Names, namesOf } from './customer-parts.ts';
import { addForm, section, stackedForm } from './inputs.ts';
import { accountOf, showConsole } from './show.ts';

const path = '/console/customers';

/** The forms of the page repeat the id, because the address of a form has no query. */
const idOf = (c: PageContext, problem?: Problem): string =>
  problem?.form.text('id') ?? c.req.query('id') ?? '';

async function read(c: PageContext, id: string) {
  const { api } = visitOf(c);
  const cursor = c.req.query('cursor');
  const [customer, orders] = await Promise.all([
    api.customers.get(id),
    api.conversions.list({ customerId: id, expand: ['affiliate'], cursor }),
  ]);
  const past = customer.pastAffiliates.map(({ affiliateId }) => affiliateId);
  return { customer, orders, names: await namesOf(c, [customer.affiliateId, ...past]) };
}

function ordersHtml(c: PageContext, rows: readonly ListedConversion[], format: Format): Html {
  const its = visitOf(c).texts.customers;
  return table(c, {
    caption: its.orders,
    rows,
    empty: its.noOrders,
    columns: [
      { title: its.order, cell: ({ id, orderId }) => html`<a href="/console/orders/${id}">${orderId}</a>` },
      { title: its.time, cell: ({ occurredAt }) => format.time(occurredAt) },
      {
        title: its.creator,
        cell: ({ affiliate }) => (affiliate ? personName(affiliate.name || affiliate.email) : its.nobody),
      },
      { title: its.amount, isNumber: true, cell: ({ amount }) => format.money(amount) },
      { title: its.refunded, isNumber: true, cell: ({ refundedAmount }) => format.money(refundedAmount) },
    ],
  });
}

function pastHtml(c: PageContext, { pastAffiliates }: Customer, names: Names, format: Format): Html {
  const its = visitOf(c).texts.customers;
  return whenever(pastAffiliates.length > 0, () =>
    section(
      its.past,
      html`<ul>${pastAffiliates.map(
        ({ affiliateId, until, reason }) =>
          html`<li>${creatorHtml(c, names, affiliateId)}, ${its.until(format.day(until))}${reason === null ? '' : html` – <bdi>${reason}</bdi>`}</li>`,
      )}</ul>`,
    ),
  );
}

async function customerPage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.customers;
  const id = idOf(c, problem);
  const [{ format, me }, { customer, orders, names }] = await Promise.all([accountOf(c), read(c, id)]);
  const about = facts([
    [its.creator, creatorHtml(c, names, customer.affiliateId)],
    [its.since, format.day(customer.boundAt)],
    ...(customer.reason === null ? [] : ([[its.reason, customer.reason]] as const)),
  ]);
  const fields = html`${hidden('id', id)}${field(c, { name: 'affiliateId', label: its.newCreator, hint: its.newCreatorHint, problem })}
${field(c, { name: 'reason', label: its.reason, problem, attributes: { required: true, maxlength: 500 } })}`;
  const forms = whenever(
    me.role === 'admin',
    () =>
      html`${section(its.move, html`<p>${its.moveHint}</p>${stackedForm(`${path}/move`, fields, its.move)}`)}
${section(its.erase, html`<p>${its.eraseHint}</p>${linkButton(`${path}/erase?${new URLSearchParams({ id })}`, its.erase, 'secondary')}`)}`,
  );
  const body = html`${about}${section(its.orders, html`${ordersHtml(c, orders.data, format)}${pages(c, orders.meta.cursor)}`)}
${pastHtml(c, customer, names, format)}${forms}`;
  return showConsole(c, { title: id, body, problem });
}

/** A search finds nothing more often than a link does, so this page says more than "Page not found". */
async function findCustomer(c: PageContext): Promise<Response> {
  const its = visitOf(c).texts.customers;
  try {
    return await customerPage(c);
  } catch (error) {
    if (!isApiError(error, 'customer_not_found')) throw error;
    const body = emptyState(its.notFound(idOf(c)), html`<a href="${path}">${its.toList}</a>`);
    return showConsole(c, { title: its.title, body, status: 404 });
  }
}

async function move(c: PageContext, form: Form): Promise<string> {
  const id = form.text('id');
  const changes = { affiliateId: form.optional('affiliateId') ?? null, reason: form.text('reason') };
  await visitOf(c).api.customers.update(id, changes);
  return `${customerPath(id)}&done=saved`;
}

/** The person types the id, so that nobody erases the wrong customer by a click. */
function erasePage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.customers;
  const id = idOf(c, problem);
  const fields = html`${hidden('id', id)}<p><label><input type="checkbox" name="sure" value="1" required> ${its.sure(id)}</label></p>`;
  const body = html`<p>${its.eraseHint}</p>${stackedForm(`${path}/erase`, fields, its.erase)}<p><a href="${customerPath(id)}">${its.keep}</a></p>`;
  return showConsole(c, { title: its.erase, body, problem, isNarrow: true });
}

async function erase(c: PageContext, form: Form): Promise<string> {
  const id = form.text('id');
  if (form.optional('sure') === undefined) return `${path}/erase?${new URLSearchParams({ id })}`;
  await visitOf(c).api.customers.erase(id);
  return `${path}?done=erased`;
}

export function addCustomer(app: Pages): void {
  app.get('/console/customers/details', findCustomer);
  addForm(app, '/console/customers/move', move, customerPage);
  app.get('/console/customers/erase', (c) => erasePage(c));
  addForm(app, '/console/customers/erase', erase, erasePage);
}
