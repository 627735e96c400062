// Defines the discount codes of a creator, as the creator sees them.
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { discountStatus } from '#lib/program/discounts/schema/discount.ts';
import { discountAnswer } from '#lib/program/discounts/schema/endpoints.ts';

export const ownDiscountFilters = listQuerySchema({
  status: discountStatus.optional().meta({ description: 'The codes with this status now.' }),
});

export const ownDiscountAnswer = discountAnswer
  .pick({
    id: true,
    code: true,
    type: true,
    value: true,
    status: true,
    startsAt: true,
    endsAt: true,
    usageLimit: true,
    usageCount: true,
    totalRevenue: true,
    createdAt: true,
  })
  .meta({ id: 'CreatorDiscount', description: 'A discount code of the creator of the session.' });
