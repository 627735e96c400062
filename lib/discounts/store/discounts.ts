// Reads and deletes discount codes.
import { type Discount, storedDiscount } from '#lib/discounts/schema.ts';
import { discountKey, removeDiscount } from '#lib/discounts/writes/discount.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { transact } from '#lib/table/transact.ts';

export const parseDiscount = async (found: Item) => storedDiscount.parse(await withSpreadTotals(found));

const findDiscount = (brandId: string, id: string): Promise<Item> =>
  getExisting(discountKey(brandId, id), 'discount');

export const getDiscount = async (brandId: string, id: string): Promise<Discount> =>
  parseDiscount(await findDiscount(brandId, id));

export async function deleteDiscount(brandId: string, id: string): Promise<void> {
  await transact(removeDiscount(storedDiscount.parse(await findDiscount(brandId, id))));
}
