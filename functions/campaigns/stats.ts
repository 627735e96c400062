import { getCampaign } from '#lib/campaigns/store/campaigns.ts';
import { campaigns } from '#lib/figures/routes.ts';
import { readClicksOfCampaign } from '#lib/figures/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { fromMinor } from '#lib/shared/money.ts';

export const handler = endpoint(campaigns.stats, async ({ caller: { brand }, params, query, now }) => {
  const [{ totalOrders: orders, ...totals }, clicks] = await Promise.all([
    getCampaign(brand.id, params.id),
    readClicksOfCampaign(brand, params.id, query, now),
  ]);
  const netRevenue = fromMinor(totals.totalRevenue, brand.currency);
  const commission = fromMinor(totals.commissionEarned, brand.currency);
  return { ...clicks, orders, netRevenue, commission };
});
