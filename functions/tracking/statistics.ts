import { readStatistics } from '#lib/figures/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { tracking } from '#lib/tracking/routes.ts';

export const handler = endpoint(tracking.statistics, ({ caller: { brand }, query, now }) =>
  readStatistics(brand, query, now),
);
