import { presentConversion } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { getConversion } from '#lib/conversions/store/conversions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(conversions.get, async ({ caller: { brand }, params }) =>
  presentConversion(await getConversion(brand.id, params.id)),
);
