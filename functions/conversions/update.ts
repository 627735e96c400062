import { presentConversion } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { updateConversion } from '#lib/money/conversions/store/conversions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(conversions.update, async ({ caller: { brand }, params, body }) =>
  presentConversion(await updateConversion(brand.id, params.id, body)),
);
