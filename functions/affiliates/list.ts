import { presentAffiliate } from '#lib/affiliates/present.ts';
import { affiliates } from '#lib/affiliates/routes.ts';
import { listAffiliates } from '#lib/affiliates/store/list.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(affiliates.list, async ({ caller: { brand }, query, page }) => {
  const found = await listAffiliates(brand.id, query, page);
  return { ...found, items: found.items.map((affiliate) => presentAffiliate(affiliate, brand.currency)) };
});
