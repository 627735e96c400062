import { presentOwnCommission } from '#lib/outlets/creator-earnings/present/money.ts';
import { creator } from '#lib/outlets/creator-earnings/routes.ts';
import { ownCommissionIn, prefetchOwnCommission } from '#lib/outlets/creator-earnings/store/money.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(
  creator.getCommission,
  ({ caller, prefetched: { commission } }) =>
    presentOwnCommission(ownCommissionIn(commission, caller.affiliateId)),
  { prefetch: prefetchOwnCommission },
);
