import { presentPendingRefund } from '#lib/money/conversions/present.ts';
import { listPendingRefunds } from '#lib/money/conversions/store/pending-refunds.ts';
import { refunds } from '#lib/money/refunds/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(refunds.list, async ({ caller: { brand }, page, now }) => {
  const found = await listPendingRefunds(brand.id, page, now);
  return { ...found, items: found.items.map(presentPendingRefund) };
});
