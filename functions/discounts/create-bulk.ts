import { createDiscounts } from '#lib/discounts/bulk.ts';
import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { errorBodyOf } from '#lib/http/error-body.ts';
import { endpoint } from '#lib/http/keyed-endpoint.ts';
import { DomainError } from '#lib/shared/errors.ts';

export const handler = endpoint(discounts.createBulk, async ({ caller: { brand }, body, attempt }) => {
  const outcomes = await createDiscounts(body.discounts, brand, attempt);
  return {
    items: outcomes.map((outcome, index) =>
      outcome instanceof DomainError
        ? { index, status: 'failed' as const, error: errorBodyOf(outcome) }
        : { index, status: 'created' as const, discount: presentDiscount(outcome, brand.currency) },
    ),
    created: outcomes.filter((outcome) => !(outcome instanceof DomainError)).length,
  };
});
