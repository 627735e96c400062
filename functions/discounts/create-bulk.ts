import { presentDiscount } from '#lib/program/discounts/present.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import { createDiscounts } from '#lib/program/discounts/store/bulk.ts';
import { batchResults } from '#lib/surface/http/batch.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  discounts.createBulk,
  async ({ caller: { brand }, body, attempt }) => {
    const results = await createDiscounts(body.discounts, brand, attempt);
    const answer = batchResults(results, (discount) => ({
      status: 'created',
      discount: presentDiscount(discount, brand.currency),
    }));
    return { answer };
  },
);
