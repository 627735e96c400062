import { presentConversionDetails } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { getConversionWithItems } from '#lib/conversions/store/conversions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(conversions.get, async ({ caller: { brand }, params }) =>
  presentConversionDetails(await getConversionWithItems(brand.id, params.id)),
);
