import { presentFinding } from '#lib/money/fraud/present.ts';
import { fraudFindings } from '#lib/money/fraud/routes.ts';
import { listFindings } from '#lib/money/fraud/store/findings.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(fraudFindings.list, async ({ caller: { brand }, query, page }) => {
  const found = await listFindings(brand.id, query, page);
  return { ...found, items: found.items.map(presentFinding) };
});
