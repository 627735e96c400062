import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { listAffiliates } from '#lib/program/affiliates/store/list.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(affiliates.list, async ({ caller: { brand }, query, page }) => {
  const found = await listAffiliates(brand.id, query, page);
  return { ...found, items: found.items.map((affiliate) => presentAffiliate(affiliate, brand)) };
});
