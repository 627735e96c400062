import { presentRefund } from '#lib/money/conversions/present.ts';
import { idAtAddress, prefetchAddress } from '#lib/money/conversions/rules/address.ts';
import { listRefunds } from '#lib/money/conversions/store/refunds.ts';
import { conversions } from '#lib/money/refunds/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  conversions.listRefunds,
  async ({ caller: { brand }, params, page, prefetched }) => {
    const found = await listRefunds(brand.id, idAtAddress(params, prefetched), page);
    return { ...found, items: found.items.map(presentRefund) };
  },
  { prefetch: prefetchAddress },
);
