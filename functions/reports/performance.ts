import { canRead } from '#lib/access/auth/rules/caller.ts';
import { presentPerformance, presentPerformanceCsv } from '#lib/outlets/figures/present.ts';
import { reports } from '#lib/outlets/figures/routes.ts';
import { performanceRequest } from '#lib/outlets/figures/rules/performance-request.ts';
import { readPerformance } from '#lib/outlets/figures/store/performance.ts';
import { csv } from '#lib/surface/http/csv-file.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reports.performance, async ({ caller, query, now, acceptsCsv }) => {
  const { brand } = caller;
  const request = performanceRequest(query, brand, now);
  const report = await readPerformance(brand.id, request, (scope) => canRead(caller, scope));
  return acceptsCsv ? csv(presentPerformanceCsv(report, brand)) : presentPerformance(report, brand);
});
