import { presentOwnPayout } from '#lib/outlets/creator-earnings/present/money.ts';
import { creator } from '#lib/outlets/creator-earnings/routes.ts';
import { listOwnPayouts } from '#lib/outlets/creator-earnings/store/payouts.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.listPayouts, async ({ caller, page }) => {
  const found = await listOwnPayouts({ brandId: caller.brand.id, affiliateId: caller.affiliateId }, page);
  return { ...found, items: found.items.map(presentOwnPayout) };
});
