// Changes the settings of a brand, for its admins and for the operator.
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '#lib/access/brands/rules/terms.ts';
import type { BrandChanges } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { claimChangedNames } from '#lib/access/brands/writes.ts';
import type { VersionCheck } from '#lib/foundation/contract/conventions.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { type Precondition, withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import { getBrand } from './lookup.ts';

/** Returns the brand with the changes. Existing commissions keep their previous terms. */
export const changeSettings = (
  brandId: string,
  changes: BrandChanges,
  now: Date,
  preconditions: readonly Precondition[] = [],
  checkVersion?: VersionCheck<Brand>,
): Promise<Brand> =>
  retryOnConflict(async () => {
    const before = await getBrand(brandId);
    const after = applyChanges(before, changes, now);
    if (isDeepStrictEqual(after, before)) return before;
    checkVersion?.(before);
    const write = changeItem(keys.brand(brandId), before, after);
    await transact(withPreconditions([write, ...claimChangedNames(before, after)], preconditions));
    return { ...after, revision: before.revision + 1 };
  });
