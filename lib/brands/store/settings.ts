// Changes the settings of a brand, for its admins and for the operator.
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '#lib/brands/rules/terms.ts';
import type { BrandChanges } from '#lib/brands/schema/settings.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { type Precondition, withPreconditions } from '#lib/table/writes/preconditions.ts';
import { staleWrite, updateExisting } from '#lib/table/writes/write.ts';
import { getBrand } from './lookup.ts';

/** A change writes only these fields, because a plan may change at the same time. */
function changedFields(before: Brand, after: Brand) {
  const fieldsBefore = new Map<string, unknown>(Object.entries(before));
  const fields = Object.entries(after);
  return Object.fromEntries(
    fields.filter(([name, value]) => !isDeepStrictEqual(value, fieldsBefore.get(name))),
  );
}

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
    const changed = changedFields(before, after);
    if (Object.keys(changed).length === 0) return before;
    const next = { ...changed, revision: before.revision + 1 };
    const condition = '#revision = :was';
    const values = { was: before.revision };
    const write = updateExisting(keys.brand(brandId), { set: next, condition, values }, staleWrite);
    await transact(withPreconditions([write], preconditions));
    return { ...after, revision: next.revision };
  });
