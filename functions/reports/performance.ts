import { canRead } from '#lib/auth/rules/caller.ts';
import { planClicks, readClicks } from '#lib/click-statistics/store/clicks-of-reports.ts';
import { csv } from '#lib/http/csv-file.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { presentPerformance, presentPerformanceCsv } from '#lib/reports/present.ts';
import { reports } from '#lib/reports/routes.ts';
import { clicksOfQuery, performanceRequest } from '#lib/reports/rules/performance-request.ts';
import { readPerformance } from '#lib/reports/store/performance.ts';

const prefetch = ({ queryStringParameters = {} }: HttpEvent, brandId: string, now: Date) =>
  planClicks(brandId, clicksOfQuery(queryStringParameters, now), now);

export const handler = endpoint(
  reports.performance,
  async ({ caller, query, now, prefetched, acceptsCsv }) => {
    const { brand } = caller;
    const request = performanceRequest(query, now);
    const clicks = readClicks(brand.id, request.clicks, prefetched, now);
    const report = await readPerformance(brand.id, request, clicks, (scope) => canRead(caller, scope));
    return acceptsCsv ? csv(presentPerformanceCsv(report, brand)) : presentPerformance(report, brand);
  },
  { prefetch },
);
