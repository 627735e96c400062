import { fromMinor } from '#lib/foundation/shared/money.ts';
import { campaigns } from '#lib/outlets/figures/routes.ts';
import { readClicksOfCampaign } from '#lib/outlets/figures/store/statistics.ts';
import { getCampaign } from '#lib/program/campaigns/store/campaigns.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(campaigns.stats, async ({ caller: { brand }, params, query, now }) => {
  const [{ totalOrders: orders, ...totals }, clicks] = await Promise.all([
    getCampaign(brand.id, params.id),
    readClicksOfCampaign(brand, params.id, query, now),
  ]);
  const netRevenue = fromMinor(totals.totalRevenue, brand.currency);
  const commission = fromMinor(totals.commissionEarned, brand.currency);
  return { ...clicks, orders, netRevenue, commission };
});
