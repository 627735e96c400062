import { presentPayables, presentPayablesCsv } from '#lib/outlets/figures/present.ts';
import { reports } from '#lib/outlets/figures/routes.ts';
import { readPayables } from '#lib/outlets/figures/store/payables.ts';
import { csv } from '#lib/surface/http/csv-file.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reports.payables, async ({ caller: { brand }, query, now, acceptsCsv }) => {
  const report = await readPayables(brand.id, query.limit, now);
  return acceptsCsv ? csv(presentPayablesCsv(report, brand, query)) : presentPayables(report, brand);
});
