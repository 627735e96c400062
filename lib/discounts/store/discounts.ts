// Reads, changes and deletes discount codes.
import { isDeepStrictEqual } from 'node:util';
import { type Discount, storedDiscount } from '#lib/discounts/schema/discount.ts';
import type { DiscountChanges } from '#lib/discounts/schema/endpoints.ts';
import { changeDiscount, discountKey, removeDiscount } from '#lib/discounts/writes/discount.ts';
import { changedAnnotations } from '#lib/shared/annotations.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { transact } from '#lib/table/transact.ts';

export const parseDiscount = async (found: Item) => storedDiscount.parse(await withSpreadTotals(found));

const findDiscount = (brandId: string, id: string): Promise<Item> =>
  getExisting(discountKey(brandId, id), 'discount');

export const getDiscount = async (brandId: string, id: string): Promise<Discount> =>
  parseDiscount(await findDiscount(brandId, id));

export async function deleteDiscount(brandId: string, id: string): Promise<void> {
  await retryOnConflict(async () =>
    transact(removeDiscount(storedDiscount.parse(await findDiscount(brandId, id)))),
  );
}

export const updateDiscount = (brandId: string, id: string, changes: DiscountChanges): Promise<Discount> =>
  retryOnConflict(async () => {
    const before = await getDiscount(brandId, id);
    const after = { ...before, ...changedAnnotations(before, changes) };
    if (isDeepStrictEqual(after, before)) return before;
    await transact(changeDiscount(before, after));
    return after;
  });
