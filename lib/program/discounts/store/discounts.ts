// Reads, changes and deletes discount codes.
import { isDeepStrictEqual } from 'node:util';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { readCells, withSpreadTotals, withTotalsOf } from '#lib/foundation/table/totals.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changedDiscount } from '#lib/program/discounts/rules/changed-discount.ts';
import { type Discount, storedDiscount } from '#lib/program/discounts/schema/discount.ts';
import type { DiscountChanges } from '#lib/program/discounts/schema/endpoints.ts';
import { changeDiscount, discountKey, removeDiscount } from '#lib/program/discounts/writes/discount.ts';

export const parseDiscount = async (found: Item) => storedDiscount.parse(await withSpreadTotals(found));

const findDiscount = (brandId: string, id: string): Promise<Item> =>
  getExisting(discountKey(brandId, id), 'discount');

export const getDiscount = async (brandId: string, id: string): Promise<Discount> =>
  parseDiscount(await findDiscount(brandId, id));

export async function deleteDiscount(brandId: string, id: string, now: Date): Promise<void> {
  await retryOnConflict(async () =>
    transact(removeDiscount(storedDiscount.parse(await findDiscount(brandId, id)), now)),
  );
}

/** Orders of a hot code may change its cells between the read and the write, so that a new limit needs many attempts. */
const updateAttempts = 24;

export const updateDiscount = (
  brandId: string,
  id: string,
  changes: DiscountChanges,
  now: Date,
): Promise<Discount> =>
  retryOnConflict(async () => {
    const found = await findDiscount(brandId, id);
    const cells = await readCells(found);
    const before = storedDiscount.parse(withTotalsOf(cells ?? [], found));
    const after = changedDiscount(before, changes, now);
    if (isDeepStrictEqual(after, before)) return before;
    await transact(changeDiscount(before, after, cells));
    return after;
  }, updateAttempts);
