import { presentOwnStatistics } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { readOwnStatistics } from '#lib/outlets/creator-portal/store/profile.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.statistics, async ({ caller, query, now }) => {
  const { brand, affiliateId } = caller;
  return presentOwnStatistics(await readOwnStatistics(brand, affiliateId, query, now), brand);
});
