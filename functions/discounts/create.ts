import { presentDiscount } from '#lib/program/discounts/present.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import { prefetchMembership } from '#lib/program/discounts/rules/membership.ts';
import { newDiscount } from '#lib/program/discounts/rules/new-discount.ts';
import { addDiscount } from '#lib/program/discounts/writes/discount.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  discounts.create,
  ({ caller: { brand }, body, prefetched: { membership }, now }) => {
    const discount = newDiscount(body, brand, now);
    const writes = addDiscount(discount, membership !== undefined);
    return { answer: presentDiscount(discount, brand.currency), writes };
  },
  { prefetch: prefetchMembership },
);
