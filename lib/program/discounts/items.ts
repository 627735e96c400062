// Declares the items that this domain stores.
import { annotations } from '#lib/foundation/contract/personal-fields.ts';
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
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
} satisfies StoredItems;
