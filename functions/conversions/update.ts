import { presentConversion } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { updateConversion } from '#lib/conversions/store/conversions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(conversions.update, async ({ caller: { brand }, params, body }) =>
  presentConversion(await updateConversion(brand.id, params.id, body)),
);
