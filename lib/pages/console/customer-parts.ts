// Shows parts of a customer on several pages.
import { personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';

/** In the query, because an id of a shop can contain every character. */
export const customerPath = (customerId: string): string =>
  pathWith('/console/customers/details', { id: customerId });

export type Names = ReadonlyMap<string, string>;

/** The names of the creators of customers, each read once. */
export async function namesOf(c: PageContext, ids: readonly (string | null)[]): Promise<Names> {
  const { api } = visitOf(c);
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = await Promise.all(wanted.map((id) => api.affiliates.get(id)));
  return new Map(found.map(({ id, name, email }) => [id, name || email]));
}

export function creatorHtml(c: PageContext, names: Names, id: string | null): Html {
  if (id === null) return html`${visitOf(c).texts.customers.nobody}`;
  return html`<a href="/console/creators/${id}">${personName(names.get(id) ?? id)}</a>`;
}
