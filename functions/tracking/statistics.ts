import { tracking } from '#lib/outlets/figures/routes.ts';
import { readStatistics } from '#lib/outlets/figures/store/statistics.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(tracking.statistics, ({ caller: { brand }, query, now }) =>
  readStatistics(brand, query, now),
);
