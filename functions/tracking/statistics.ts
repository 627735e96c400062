import { openKeysFor, readStatistics } from '#lib/click-statistics/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { now } from '#lib/shared/clock.ts';
import { tracking } from '#lib/tracking/routes.ts';

export const handler = endpoint(
  tracking.statistics,
  ({ caller, query, prefetched, now: at }) => readStatistics(query, caller.brand.id, at, prefetched),
  { prefetch: (event, brandId) => openKeysFor(event, brandId, now()) },
);
