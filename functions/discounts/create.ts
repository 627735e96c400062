import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { createDiscount, newDiscount } from '#lib/discounts/store/discounts.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(discounts.create, async ({ caller: { brand }, body, now, remember }) => {
  const discount = newDiscount(body, brand, now);
  const answer = presentDiscount(discount, brand.currency);
  await createDiscount(discount, remember(answer));
  return answer;
});
