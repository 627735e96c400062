// Declares the items that this domain stores.
import { annotations } from '#lib/foundation/contract/personal-fields.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentDiscount } from '#lib/program/discounts/present.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';

export const discountsItems = {
  discount: {
    description: 'Discount code',
    example: keys.item(sample.brand, 'discount', 'dsc_01'),
    personal: 'C: metadata, external id',
    kept: 'until it is deleted',
    erasure: annotations,
    restore: 'restored',
    events: recorded({
      schema: storedDiscount,
      present: (discount, { brand }) => presentDiscount(discount, brand.currency),
      derivedFields: ['usageCount', 'totalRevenue'],
      created: () => 'discount.created',
      changed: () => 'discount.updated',
      deleted: 'discount.deleted',
    }),
  },
  discountCode: {
    description: 'Claim of a discount code in a brand',
    example: keys.discountCode(sample.brand, 'ADA10'),
    kept: 'as long as the code',
    restore: 'restored',
  },
  pastDiscountCode: {
    description: 'Deleted discount code, by which orders from before the deletion are attributed',
    example: keys.pastDiscountCode(sample.brand, 'ada10', {
      from: '2026-11-01T09:30:00.000Z',
      to: '2026-11-22T09:30:00.000Z',
    }),
    personal: 'C: ids',
    kept: kept.untilBrandIsDeleted,
    erasure: 'stays',
    restore: 'restored',
  },
} satisfies StoredItems;
