import { presentPayables, presentPayablesCsv } from '#lib/figures/present.ts';
import { reports } from '#lib/figures/routes.ts';
import { readPayables } from '#lib/figures/store/payables.ts';
import { csv } from '#lib/http/csv-file.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(reports.payables, async ({ caller: { brand }, query, now, acceptsCsv }) => {
  const report = await readPayables(brand.id, query.limit, now);
  return acceptsCsv ? csv(presentPayablesCsv(report, brand, query)) : presentPayables(report, brand);
});
