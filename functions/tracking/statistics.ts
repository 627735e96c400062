import { prefetchOpenHours, readStatistics } from '#lib/click-statistics/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { tracking } from '#lib/tracking/routes.ts';

export const handler = endpoint(
  tracking.statistics,
  ({ caller, query, prefetched: openHours, now }) => {
    if (openHours === undefined) throw new Error('A valid query has open hours');
    return readStatistics(query, caller.brand.id, now, openHours);
  },
  { prefetch: prefetchOpenHours },
);
