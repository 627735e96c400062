import { presentDispute } from '#lib/money/disputes/present.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { getDispute } from '#lib/money/disputes/store/disputes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(disputes.get, async ({ caller: { brand }, params }) =>
  presentDispute(await getDispute(brand.id, params.id)),
);
