import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { newDiscount } from '#lib/discounts/rules/new-discount.ts';
import { addDiscount } from '#lib/discounts/writes/discount.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(discounts.create, ({ caller: { brand }, body, now }) => {
  const discount = newDiscount(body, brand, now);
  return { answer: presentDiscount(discount, brand.currency), writes: addDiscount(discount) };
});
