// Builds the writes that add and delete a discount code.
import { normalizeDiscountCode } from '#lib/discounts/rules/discount-code.ts';
import type { Discount } from '#lib/discounts/schema.ts';
import { conflict, type DomainError, invalidField } from '#lib/shared/errors.ts';
import { idNotFound } from '#lib/shared/ids.ts';
import { affiliateScope, indexKeys, keys } from '#lib/table/keys/keys.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { deleteExisting, mustExist, putNew, type Write } from '#lib/table/writes/write.ts';

export const discountKey = (brandId: string, id: string) => keys.item(brandId, 'discount', id);

export const codeKey = ({ brandId, code }: Pick<Discount, 'brandId' | 'code'>) =>
  keys.discountCode(brandId, normalizeDiscountCode(code));

export const codeTaken = (): DomainError => conflict('A discount with this code already exists');
export const unknownAffiliate = (): DomainError => invalidField('affiliateId', 'Affiliate not found');
export const unknownCampaign = (): DomainError => invalidField('campaignId', 'Campaign not found');

const affiliateMustExist = (brandId: string, affiliateId: string): Write =>
  mustExist(keys.item(brandId, 'affiliate', affiliateId), unknownAffiliate);

export const campaignMustExist = (brandId: string, campaignId: string): Write =>
  mustExist(keys.item(brandId, 'campaign', campaignId), unknownCampaign);

export const putDiscount = (discount: Discount): readonly Write[] => [
  putNew(
    // The item repeats the ids, so that an order with this code can read the creator, the campaign and the discount in one batch.
    {
      ...codeKey(discount),
      discountId: discount.id,
      affiliateId: discount.affiliateId,
      campaignId: discount.campaignId,
    },
    codeTaken,
  ),
  putNew({
    ...discountKey(discount.brandId, discount.id),
    ...discount,
    ...indexKeys.byAffiliate(discount.brandId, 'discount', discount.affiliateId),
  }),
];

/** `id` selects the shard of the counter. */
export const incrementDiscounts = (brandId: string, id: string, by: number): Write =>
  incrementCounter(brandId, 'discounts', id, { total: by });

export const incrementAffiliateDiscounts = (
  brandId: string,
  affiliateId: string,
  id: string,
  by: number,
): Write => incrementCounter(affiliateScope(brandId, affiliateId), 'affiliateDiscounts', id, { total: by });

export const addDiscount = (discount: Discount): readonly Write[] => [
  affiliateMustExist(discount.brandId, discount.affiliateId),
  ...(discount.campaignId === null ? [] : [campaignMustExist(discount.brandId, discount.campaignId)]),
  ...putDiscount(discount),
  incrementDiscounts(discount.brandId, discount.id, 1),
  incrementAffiliateDiscounts(discount.brandId, discount.affiliateId, discount.id, 1),
];

export const removeDiscount = (discount: Discount): readonly Write[] => [
  deleteExisting(discountKey(discount.brandId, discount.id), () => idNotFound('discount')),
  deleteExisting(codeKey(discount), () => idNotFound('discount')),
  incrementDiscounts(discount.brandId, discount.id, -1),
  incrementAffiliateDiscounts(discount.brandId, discount.affiliateId, discount.id, -1),
];
