import { tracking } from '#lib/figures/routes.ts';
import { readStatistics } from '#lib/figures/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(tracking.statistics, ({ caller: { brand }, query, now }) =>
  readStatistics(brand, query, now),
);
