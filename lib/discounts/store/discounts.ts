// Reads and writes of discount codes.
import type { Brand } from '#lib/brands/schema.ts';
import { normalizeDiscountCode } from '#lib/discounts/rules.ts';
import { type Discount, type DiscountInput, storedDiscount } from '#lib/discounts/schema.ts';
import { conflict, type DomainError, invalidField } from '#lib/shared/errors.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { affiliateScope, indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { transact } from '#lib/table/transact.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { deleteExisting, mustExist, putNew, type Write } from '#lib/table/writes/write.ts';

const keyOf = (brandId: string, id: string) => keys.item(brandId, 'discount', id);

export const codeKey = ({ brandId, code }: Pick<Discount, 'brandId' | 'code'>) =>
  keys.discountCode(brandId, normalizeDiscountCode(code));

export const codeTaken = (): DomainError => conflict('A discount with this code exists already');
export const affiliateIdUnknown = (): DomainError => invalidField('affiliateId', 'Affiliate not found');
export const campaignIdUnknown = (): DomainError => invalidField('campaignId', 'Campaign not found');

/** The discount code that an input makes; nothing is written yet. A 400 for a value the type cannot have. */
export function newDiscount(
  input: DiscountInput,
  brand: Brand,
  now: Date,
  id = newId('discount', now),
): Discount {
  const { code, type, value, affiliateId, campaignId = null } = input;
  return {
    id,
    brandId: brand.id,
    code,
    ...toStoredRate({ type, value }, brand.currency, 'value'),
    affiliateId,
    campaignId,
    status: 'active',
    usageCount: 0,
    totalRevenue: 0,
    createdAt: now.toISOString(),
  };
}

/** The two items of a discount code: itself, and the code that is taken now. */
export const putDiscount = (discount: Discount): readonly Write[] => [
  putNew(
    // Whoever finds it by its code reads all that it leads to at once.
    {
      ...codeKey(discount),
      discountId: discount.id,
      affiliateId: discount.affiliateId,
      campaignId: discount.campaignId,
    },
    codeTaken,
  ),
  putNew({
    ...keyOf(discount.brandId, discount.id),
    ...discount,
    ...indexKeys.byAffiliate(discount.brandId, 'discount', discount.affiliateId),
  }),
];

const demandAffiliate = (brandId: string, affiliateId: string): Write =>
  mustExist(keys.item(brandId, 'affiliate', affiliateId), affiliateIdUnknown);

export const demandCampaign = (brandId: string, campaignId: string): Write =>
  mustExist(keys.item(brandId, 'campaign', campaignId), campaignIdUnknown);

/** Counts discount codes of the brand; `id` is one of theirs. */
export const countDiscounts = (brandId: string, id: string, by: number): Write =>
  incrementCounter(brandId, 'discounts', id, { total: by });

export const countDiscountsOf = (brandId: string, affiliateId: string, id: string, by: number): Write =>
  incrementCounter(affiliateScope(brandId, affiliateId), 'affiliateDiscounts', id, { total: by });

/** The writes that add a discount code. */
export const addDiscount = (discount: Discount): readonly Write[] => [
  demandAffiliate(discount.brandId, discount.affiliateId),
  ...(discount.campaignId === null ? [] : [demandCampaign(discount.brandId, discount.campaignId)]),
  ...putDiscount(discount),
  countDiscounts(discount.brandId, discount.id, 1),
  countDiscountsOf(discount.brandId, discount.affiliateId, discount.id, 1),
];

const parseSummed = async (found: Item) => storedDiscount.parse(await withSpreadTotals(found));

const findDiscount = (brandId: string, id: string): Promise<Item> =>
  getExisting(keyOf(brandId, id), 'discount');

export const getDiscount = async (brandId: string, id: string): Promise<Discount> =>
  parseSummed(await findDiscount(brandId, id));

export function listDiscounts(
  brandId: string,
  { affiliateId }: { affiliateId?: string | undefined },
  page: PageRequest,
) {
  const source = listQueryFor(brandId, 'discount', { affiliateId });
  const counted =
    affiliateId === undefined
      ? ({ scope: brandId, counter: 'discounts' } as const)
      : ({ scope: affiliateScope(brandId, affiliateId), counter: 'affiliateDiscounts' } as const);
  return readList(source, page, parseSummed, { ...counted, field: 'total' });
}

export async function deleteDiscount(brandId: string, id: string): Promise<void> {
  const discount = storedDiscount.parse(await findDiscount(brandId, id));
  await transact([
    deleteExisting(keyOf(brandId, id), () => missing('discount')),
    deleteExisting(codeKey(discount), () => missing('discount')),
    countDiscounts(brandId, id, -1),
    countDiscountsOf(brandId, discount.affiliateId, id, -1),
  ]);
}
