import { canRead } from '#lib/auth/rules/caller.ts';
import { presentPerformance, presentPerformanceCsv } from '#lib/figures/present.ts';
import { reports } from '#lib/figures/routes.ts';
import { performanceRequest } from '#lib/figures/rules/performance-request.ts';
import { readPerformance } from '#lib/figures/store/performance.ts';
import { csv } from '#lib/http/csv-file.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(reports.performance, async ({ caller, query, now, acceptsCsv }) => {
  const { brand } = caller;
  const request = performanceRequest(query, brand, now);
  const report = await readPerformance(brand.id, request, (scope) => canRead(caller, scope));
  return acceptsCsv ? csv(presentPerformanceCsv(report, brand)) : presentPerformance(report, brand);
});
