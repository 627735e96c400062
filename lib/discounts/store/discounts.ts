// Reads and deletes discount codes.
import { type Discount, storedDiscount } from '#lib/discounts/schema.ts';
import { discountKey, removeDiscount } from '#lib/discounts/writes/discount.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { affiliateScope } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { transact } from '#lib/table/transact.ts';

const parseWithTotals = async (found: Item) => storedDiscount.parse(await withSpreadTotals(found));

const findDiscount = (brandId: string, id: string): Promise<Item> =>
  getExisting(discountKey(brandId, id), 'discount');

export const getDiscount = async (brandId: string, id: string): Promise<Discount> =>
  parseWithTotals(await findDiscount(brandId, id));

export function listDiscounts(
  brandId: string,
  { affiliateId }: { affiliateId?: string | undefined },
  page: PageRequest,
) {
  const query = listQueryFor(brandId, 'discount', { affiliateId });
  const counter =
    affiliateId === undefined
      ? ({ scope: brandId, counter: 'discounts' } as const)
      : ({ scope: affiliateScope(brandId, affiliateId), counter: 'affiliateDiscounts' } as const);
  return readList(query, page, parseWithTotals, { ...counter, field: 'total' });
}

export async function deleteDiscount(brandId: string, id: string): Promise<void> {
  await transact(removeDiscount(storedDiscount.parse(await findDiscount(brandId, id))));
}
