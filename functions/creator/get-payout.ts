import { presentOwnCommission, presentOwnPayout } from '#lib/outlets/creator-earnings/present/money.ts';
import { creator } from '#lib/outlets/creator-earnings/routes.ts';
import {
  ownPayoutIn,
  prefetchOwnPayout,
  readStatement,
} from '#lib/outlets/creator-earnings/store/payouts.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(
  creator.getPayout,
  async ({ caller: { brand, affiliateId }, prefetched }) => {
    const own = ownPayoutIn(prefetched);
    const commissions = await readStatement({ brandId: brand.id, affiliateId }, own);
    return { ...presentOwnPayout(own), commissions: commissions.map((one) => presentOwnCommission(one)) };
  },
  { prefetch: prefetchOwnPayout },
);
