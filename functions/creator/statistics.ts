import { dayOfBrand } from '#lib/access/brands/rules/days.ts';
import { presentOwnStatistics } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { ownStatisticsOf } from '#lib/outlets/creator-portal/rules/own-statistics.ts';
import { requestedDays } from '#lib/outlets/figures/rules/days.ts';
import { readByDay } from '#lib/outlets/figures/store/read-figures.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.statistics, async ({ caller, query, now }) => {
  const { brand, affiliateId } = caller;
  const days = requestedDays(query, dayOfBrand(brand, now));
  const byDay = await readByDay(brand.id, 'AFFILIATE', affiliateId, days);
  return presentOwnStatistics(ownStatisticsOf(days, byDay), brand);
});
