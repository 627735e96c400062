import { presentOwnCommission } from '#lib/outlets/creator-earnings/present/money.ts';
import { creator } from '#lib/outlets/creator-earnings/routes.ts';
import { listOwnCommissions, readOrdersOf } from '#lib/outlets/creator-earnings/store/money.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.listCommissions, async ({ caller, query, page }) => {
  const { brand, affiliateId } = caller;
  const found = await listOwnCommissions({ brandId: brand.id, affiliateId }, query, page);
  const orders = await readOrdersOf(found.items);
  return {
    ...found,
    items: found.items.map((one) => presentOwnCommission(one, orders.get(one.conversionId))),
  };
});
