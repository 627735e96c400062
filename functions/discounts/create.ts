import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { prefetchMembership } from '#lib/discounts/rules/membership.ts';
import { newDiscount } from '#lib/discounts/rules/new-discount.ts';
import { addDiscount } from '#lib/discounts/writes/discount.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  discounts.create,
  ({ caller: { brand }, body, prefetched: { membership }, now }) => {
    const discount = newDiscount(body, brand, now);
    const writes = addDiscount(discount, membership !== undefined);
    return { answer: presentDiscount(discount, brand.currency), writes };
  },
  { prefetch: prefetchMembership },
);
