// Reads and deletes discount codes.
import { type Discount, storedDiscount } from '#lib/discounts/schema.ts';
import { discountKey, removeDiscount } from '#lib/discounts/writes/discount.ts';
import { totalOf } from '#lib/table/counters.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { affiliateScope } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { readList } from '#lib/table/pages.ts';
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
  const source = { queries: [listQueryFor(brandId, 'discount', { affiliateId })], kind: 'discount' } as const;
  const total =
    affiliateId === undefined
      ? totalOf(brandId, 'discounts')
      : totalOf(affiliateScope(brandId, affiliateId), 'affiliateDiscounts');
  return readList(source, page, parseWithTotals, total);
}

export async function deleteDiscount(brandId: string, id: string): Promise<void> {
  await transact(removeDiscount(storedDiscount.parse(await findDiscount(brandId, id))));
}
