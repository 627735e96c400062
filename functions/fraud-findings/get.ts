import { presentFinding } from '#lib/money/fraud/present.ts';
import { fraudFindings } from '#lib/money/fraud/routes.ts';
import { getFinding } from '#lib/money/fraud/store/findings.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(fraudFindings.get, async ({ caller: { brand }, params }) =>
  presentFinding(await getFinding(brand.id, params.id)),
);
