import { presentOwnCommission } from '#lib/outlets/creator-earnings/present/money.ts';
import { creator } from '#lib/outlets/creator-earnings/routes.ts';
import {
  ownCommissionIn,
  prefetchOwnCommission,
  readOrdersOf,
} from '#lib/outlets/creator-earnings/store/money.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(
  creator.getCommission,
  async ({ caller, prefetched: { commission: item } }) => {
    const commission = ownCommissionIn(item, caller.affiliateId);
    const orders = await readOrdersOf([commission]);
    return presentOwnCommission(commission, orders.get(commission.conversionId));
  },
  { prefetch: prefetchOwnCommission },
);
