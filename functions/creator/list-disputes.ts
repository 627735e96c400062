import { presentOwnDispute } from '#lib/money/disputes/present.ts';
import { creator } from '#lib/money/disputes/routes.ts';
import { listDisputes } from '#lib/money/disputes/store/disputes.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.listDisputes, async ({ caller, query, page }) => {
  const found = await listDisputes(caller.brand.id, { ...query, affiliateId: caller.affiliateId }, page);
  return { ...found, items: found.items.map(presentOwnDispute) };
});
