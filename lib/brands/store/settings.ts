// Changes the settings of a brand, for its admins and for the operator.
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '#lib/brands/rules/terms.ts';
import type { BrandChanges } from '#lib/brands/schema/settings.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { changeItem } from '#lib/table/writes/change.ts';
import { type Precondition, withPreconditions } from '#lib/table/writes/preconditions.ts';
import { getBrand } from './lookup.ts';

/** Returns the brand with the changes. Existing commissions keep their previous terms. */
export const changeSettings = (
  brandId: string,
  changes: BrandChanges,
  now: Date,
  preconditions: readonly Precondition[] = [],
): Promise<Brand> =>
  retryOnConflict(async () => {
    const before = await getBrand(brandId);
    const after = applyChanges(before, changes, now);
    if (isDeepStrictEqual(after, before)) return before;
    const write = changeItem(keys.brand(brandId), before, after);
    await transact(withPreconditions([write], preconditions));
    return { ...after, revision: before.revision + 1 };
  });
