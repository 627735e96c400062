import { campaigns } from '#lib/campaigns/routes.ts';
import { getCampaign } from '#lib/campaigns/store/campaigns.ts';
import { prefetchStatistics, readStatistics } from '#lib/click-statistics/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { fromMinor } from '#lib/shared/money.ts';

const prefetch = ({ queryStringParameters, pathParameters }: HttpEvent, brandId: string, now: Date) =>
  prefetchStatistics({ ...queryStringParameters, campaignId: pathParameters?.id }, brandId, now);

export const handler = endpoint(
  campaigns.stats,
  async ({ caller, params, prefetched }) => {
    const { id, currency } = caller.brand;
    const [{ totalOrders: orders, ...totals }, statistics] = await Promise.all([
      getCampaign(id, params.id),
      readStatistics(prefetched),
    ]);
    const { from, to, timezone, clicks, uniqueClicks } = statistics;
    const netRevenue = fromMinor(totals.totalRevenue, currency);
    const commission = fromMinor(totals.commissionEarned, currency);
    return { from, to, timezone, clicks, uniqueClicks, orders, netRevenue, commission };
  },
  { prefetch },
);
