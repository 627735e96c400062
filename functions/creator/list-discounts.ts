import { presentOwnDiscount } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { listDiscounts } from '#lib/program/discounts/store/list.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.listDiscounts, async ({ caller, query, page }) => {
  const { brand, affiliateId } = caller;
  const found = await listDiscounts(brand.id, { ...query, affiliateId }, page);
  return { ...found, items: found.items.map((discount) => presentOwnDiscount(discount, brand.currency)) };
});
