import { presentTopCreators } from '#lib/outlets/figures/present.ts';
import { reports } from '#lib/outlets/figures/routes.ts';
import { topCreatorsRequest } from '#lib/outlets/figures/rules/performance-request.ts';
import { readPerformance } from '#lib/outlets/figures/store/performance.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reports.topCreators, async ({ caller: { brand }, query, now }) => {
  const request = topCreatorsRequest(query, brand, now);
  return presentTopCreators(await readPerformance(brand.id, request, () => true), brand);
});
