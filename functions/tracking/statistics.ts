import {
  existingOpenHours,
  prefetchOpenHours,
  readStatistics,
} from '#lib/click-statistics/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { tracking } from '#lib/tracking/routes.ts';

export const handler = endpoint(
  tracking.statistics,
  ({ caller, query, prefetched, now }) =>
    readStatistics(query, caller.brand.id, now, existingOpenHours(prefetched, query, now)),
  { prefetch: prefetchOpenHours },
);
