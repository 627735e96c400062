import { presentConversion } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { idAtAddress, prefetchAddress } from '#lib/money/conversions/rules/address.ts';
import { updateConversion } from '#lib/money/conversions/store/conversions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  conversions.update,
  async ({ caller: { brand }, params, body, prefetched }) =>
    presentConversion(await updateConversion(brand.id, idAtAddress(params, prefetched), body)),
  { prefetch: prefetchAddress },
);
