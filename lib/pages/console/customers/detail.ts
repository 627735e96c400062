// Shows a customer with the orders, moves the customer to another creator, and erases the personal data.
import type { Customer, ListedConversionList } from '#lib/client/index.ts';
import {
  creatorField,
  enteredCreator,
  type Offer,
  offerCreators,
} from '#lib/pages/console/creators/entered.ts';
import { consolePage, type Page, plainPage } from '#lib/pages/console/page.ts';
import { addPage, formHandler, type Run, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { field, hidden, stackedForm } from '#lib/pages/shared/forms.ts';
import {
  emptyState,
  facts,
  type Html,
  html,
  linkButton,
  personName,
  section,
  whenever,
} from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { recover } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { customerPath, customersPage, type Names, namedCreator, namesOf, path } from './list.ts';

/** The forms of the page repeat the id, because the address of a form has no query. */
const customerIdOf = ({ c, problem }: Visit): string => problem?.form.text('id') ?? c.req.query('id') ?? '';

const erasePath = (id: string): string => pathWith(`${path}/erase`, { id });

function ordersHtml({ c, texts: { customers: its }, format }: Page, orders: ListedConversionList): Html {
  return listHtml(c, { title: its.orders, none: its.noOrders }, orders, [
    [its.order, ({ id, orderId }) => html`<a href="/console/orders/${id}">${orderId}</a>`],
    [its.time, ({ occurredAt }) => format.time(occurredAt)],
    [
      its.creator,
      ({ affiliate }) => (affiliate ? personName(affiliate.name || affiliate.email) : its.nobody),
    ],
    [its.amount, ({ amount }) => format.money(amount), 'number'],
    [its.refunded, ({ refundedAmount }) => format.money(refundedAmount), 'number'],
  ]);
}

function pastHtml({ texts, format }: Page, { pastAffiliates }: Customer, names: Names): Html {
  const { customers: its } = texts;
  const items = pastAffiliates.map(
    ({ affiliateId, until, reason }) =>
      html`<li>${namedCreator(texts, names, affiliateId)}, ${its.until(format.day(until))}${reason === null ? '' : html` – <bdi>${reason}</bdi>`}</li>`,
  );
  return whenever(pastAffiliates.length > 0, () => section(its.past, html`<ul>${items}</ul>`));
}

function formsHtml({ c, texts: { customers: its, input } }: Page, id: string, offer: Offer): Html {
  const creatorIts = { hint: `${input.creatorHint} ${its.nobodyHint}`, required: false };
  const fields = html`${hidden('id', id)}${creatorField(c, 'affiliateId', its.newCreator, offer, creatorIts)}
${field(c, 'reason', its.reason, { required: true, maxlength: 500 })}`;
  return html`${section(its.move, html`<p>${its.moveHint}</p>${stackedForm(`${path}/move`, fields, its.move)}`)}
${section(its.erase, html`<p>${its.eraseHint}</p>${linkButton(erasePath(id), its.erase, 'secondary')}`)}`;
}

const customerPage = consolePage(
  async (visit) => {
    const { c, api } = visit;
    const id = customerIdOf(visit);
    const [customer, orders, offer] = await Promise.all([
      api.customers.get(id),
      api.conversions.list({ customerId: id, expand: ['affiliate'], ...pageOf(c) }),
      offerCreators(visit),
    ]);
    const past = customer.pastAffiliates.map(({ affiliateId }) => affiliateId);
    return { id, customer, orders, offer, names: await namesOf(api, [customer.affiliateId, ...past]) };
  },
  (page, { id, customer, orders, offer, names }) => {
    const { texts, format, isAdmin } = page;
    const { customers: its } = texts;
    const about = facts([
      [its.creator, namedCreator(texts, names, customer.affiliateId)],
      [its.since, format.day(customer.boundAt)],
      [its.reason, customer.reason],
    ]);
    const body = html`${about}${section(its.orders, ordersHtml(page, orders))}${pastHtml(page, customer, names)}
${whenever(isAdmin, () => formsHtml(page, id, offer))}`;
    return { title: id, body };
  },
);

const notFoundPage = plainPage((page) => {
  const { customers: its } = page.texts;
  const body = emptyState(its.notFound(customerIdOf(page)), html`<a href="${path}">${its.toList}</a>`);
  return { title: its.title, body, status: 404 };
});

/** A search finds nothing more often than a link does, so this page says more than "Page not found". */
const findCustomer: PageHandler = (c) =>
  recover(Promise.resolve(customerPage(c)), ['customer_not_found'], () => notFoundPage(c));

const move: Run = async (visit, form) => {
  const id = form.text('id');
  const isNobody = form.optional('affiliateId') === undefined;
  const affiliateId = isNobody ? null : (await enteredCreator(visit, form, 'affiliateId')).id;
  await visit.api.customers.update(id, { affiliateId, reason: form.text('reason') });
  return `${customerPath(id)}&done=saved`;
};

/** The person confirms with a box, so that nobody erases the wrong customer by a click. */
const erasePage = plainPage((page) => {
  const { customers: its } = page.texts;
  const id = customerIdOf(page);
  const fields = html`${hidden('id', id)}<p><label><input type="checkbox" name="sure" value="1" required> ${its.sure(id)}</label></p>`;
  const body = html`<p>${its.eraseHint}</p>${stackedForm(`${path}/erase`, fields, its.erase)}<p><a href="${customerPath(id)}">${its.keep}</a></p>`;
  return { title: its.erase, body, isNarrow: true };
});

const erase: Run = async ({ api }, form) => {
  const id = form.text('id');
  if (form.optional('sure') === undefined) return erasePath(id);
  await api.customers.erase(id);
  return `${path}?done=erased`;
};

export function addCustomers(app: Pages): void {
  addPage(app, '/console/customers', customersPage);
  addPage(app, '/console/customers/details', findCustomer);
  app.post('/console/customers/move', formHandler(customerPage, move));
  addPage(app, '/console/customers/erase', erasePage, { '': erase });
}
