import { presentOwnOrder } from '#lib/outlets/creator-earnings/present/money.ts';
import { creator } from '#lib/outlets/creator-earnings/routes.ts';
import { prefetchOwnOrder, readOwnOrder } from '#lib/outlets/creator-earnings/store/money.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(
  creator.getOrder,
  async ({ caller: { brand, affiliateId }, params: { orderId }, prefetched }) => {
    const { outcome, ...found } = await readOwnOrder(brand, affiliateId, prefetched);
    return presentOwnOrder(orderId, outcome, found);
  },
  { prefetch: prefetchOwnOrder },
);
