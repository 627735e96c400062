// Shows the filters that a list was opened with, such as a creator, and for which it has no field. Each can be removed.
import { type Client, isApiError } from '#lib/client/index.ts';
import type { Texts } from '#lib/pages/console/visit.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { type Filter, filters } from '#lib/pages/shared/table.ts';
import type { Page } from './page.ts';

interface Kept {
  readonly label: (texts: Texts) => string;
  readonly nameOf: (api: Client, id: string) => Promise<string>;
}

const keptFilters: Readonly<Record<string, Kept>> = {
  affiliateId: {
    label: ({ orders }) => orders.creator,
    nameOf: async ({ affiliates }, id) => {
      const { name, email } = await affiliates.get(id);
      return name || email;
    },
  },
  campaignId: {
    label: ({ orders }) => orders.campaign,
    nameOf: async ({ campaigns }, id) => (await campaigns.get(id)).name,
  },
  discountId: {
    label: ({ codes }) => codes.code,
    nameOf: async ({ discounts }, id) => (await discounts.get(id)).code,
  },
};

async function chipHtml({ c, api, texts }: Page, name: string, { label, nameOf }: Kept): Promise<Html> {
  const id = c.req.query(name) ?? '';
  const shown = await nameOf(api, id).catch((error: unknown) => {
    if (isApiError(error) && error.status < 500) return id;
    throw error;
  });
  return html`<a class="badge calm" href="${samePage(c, { [name]: undefined, cursor: undefined })}">
${label(texts)}: <bdi>${shown}</bdi> <span aria-hidden="true">×</span><span class="hidden">${texts.common.removeFilter}</span></a> `;
}

/** A choice that does not contain the value, because it is long, would lose it. */
const isShown = ({ c }: Page, [name, , its]: Filter): boolean => {
  const value = c.req.query(name);
  return !(name in keptFilters) || !value || its?.options?.some(([id]) => id === value) !== false;
};

/** The fields of the filters of a list, and the filters without a field. */
export async function listFilters(page: Page, all: readonly Filter[]): Promise<Html> {
  const { c } = page;
  const fields = all.filter((one) => isShown(page, one));
  const kept = Object.entries(keptFilters).filter(
    ([name]) => c.req.query(name) && !fields.some(([field]) => field === name),
  );
  const chips = await Promise.all(kept.map(([name, its]) => chipHtml(page, name, its)));
  return html`${filters(c, fields)}${chips.length === 0 ? nothing : html`<p>${chips}</p>`}`;
}
