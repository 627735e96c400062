import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { createDiscounts } from '#lib/discounts/store/bulk.ts';
import { batchResults } from '#lib/http/batch.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

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
