import { prefetchStatistics, readStatistics } from '#lib/click-statistics/store/statistics.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { tracking } from '#lib/tracking/routes.ts';

const prefetch = ({ queryStringParameters = {} }: HttpEvent, brandId: string, now: Date) =>
  prefetchStatistics(queryStringParameters, brandId, now);

export const handler = endpoint(tracking.statistics, ({ prefetched }) => readStatistics(prefetched), {
  prefetch,
});
