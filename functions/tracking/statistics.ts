import { tracking } from '#lib/clicks/routes.ts';
import { statisticsRange } from '#lib/clicks/rules.ts';
import { readStatistics } from '#lib/clicks/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(tracking.statistics, ({ caller, query, now }) =>
  readStatistics(caller.brand.id, statisticsRange(query, now), query),
);
