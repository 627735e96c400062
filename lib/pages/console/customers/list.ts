// Lists the customers who are bound to creators, and finds one by the id of the shop.
import type { Client, Customer } from '#lib/client/index.ts';
import { givenIn, oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { Texts } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { type Html, html, personName } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { listHtml } from '#lib/pages/shared/table.ts';

export const path = '/console/customers';

/** The id is in the query, because an id of a shop can contain every character. */
export const customerPath = (customerId: string): string => pathWith(`${path}/details`, { id: customerId });

export type Names = ReadonlyMap<string, string>;

/** The names of the creators of customers, each read once. */
export async function namesOf({ affiliates }: Client, ids: readonly (string | null)[]): Promise<Names> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = await Promise.all(wanted.map((id) => affiliates.get(id)));
  return new Map(found.map(({ id, name, email }) => [id, name || email]));
}

export function namedCreator({ customers }: Texts, names: Names, id: string | null): Html {
  if (id === null) return html`${customers.nobody}`;
  return html`<a href="/console/creators/${id}">${personName(names.get(id) ?? id)}</a>`;
}

function searchForm(c: PageContext, { customers, common }: Texts): Html {
  const its = { isFilter: true, type: 'search', required: true, maxlength: 100 };
  return html`<search><form method="get" action="${path}/details" class="filters">
${field(c, 'id', customers.search, its)}<button class="secondary">${common.filter}</button></form></search>`;
}

export const customersPage = consolePage(
  async ({ c, api }) => {
    const order = oneOf(c.req.query('order'), ['asc']);
    const found = await api.customers.list({ order, ...givenIn(c, 'affiliateId', 'cursor') });
    const ids = found.data.map(({ affiliateId }) => affiliateId);
    return { found, names: await namesOf(api, ids) };
  },
  ({ c, texts, format }, { found, names }) => {
    const { customers: its } = texts;
    const idCell = ({ customerId: id }: Customer): Html =>
      id === null ? html`${its.erased}` : html`<a href="${customerPath(id)}">${id}</a>`;
    const list = listHtml(c, its, found, [
      [its.id, idCell],
      [its.creator, ({ affiliateId }) => namedCreator(texts, names, affiliateId)],
      [its.since, ({ boundAt }) => format.day(boundAt)],
      [its.firstOrder, ({ firstOrderId }) => (firstOrderId === null ? its.noOrder : its.hasOrder)],
      [its.recorded, ({ createdAt }) => format.day(createdAt), 'sorted'],
    ]);
    return { title: its.title, body: html`<p>${its.intro}</p>${searchForm(c, texts)}${list}` };
  },
);
