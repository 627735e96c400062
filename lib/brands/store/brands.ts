// Creates, lists and changes brands for the operator.
import { isDeepStrictEqual } from 'node:util';
import { hashPassword } from '#lib/auth/rules/passwords.ts';
import type { PlanName, SubscriptionStatus } from '#lib/billing/rules/plans.ts';
import { newBrand, newUser } from '#lib/brands/rules/new-brand.ts';
import { applyTerms } from '#lib/brands/rules/terms.ts';
import { type Brand, type BrandInput, type BrandTerms, storedBrand } from '#lib/brands/schema.ts';
import { addBrand, addUser } from '#lib/brands/writes.ts';
import { idNotFound } from '#lib/shared/ids.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { staleWrite, updateExisting } from '#lib/table/writes/write.ts';
import { getBrand, listBrandIds } from './lookup.ts';

export async function createBrand(input: BrandInput, password: string, now: Date): Promise<Brand> {
  const brand = newBrand(input, now);
  const admin = newUser(brand.id, { email: input.email, role: 'admin' }, now);
  await transact([...addBrand(brand), ...addUser(admin, await hashPassword(password))]);
  return brand;
}

export async function listBrands(): Promise<readonly Brand[]> {
  const found = await getItems((await listBrandIds()).map(keys.brand));
  return found.map((brand) => storedBrand.parse(brand));
}

const updateBrand = (brandId: string, update: string, values: Record<string, string>): Promise<void> =>
  transact([updateExisting(keys.brand(brandId), { update, values }, () => idNotFound('brand'))]);

export const setPlan = (brandId: string, plan: PlanName): Promise<void> =>
  updateBrand(brandId, 'SET #plan = :plan', { plan });

export const setSubscriptionStatus = (brandId: string, status: SubscriptionStatus): Promise<void> =>
  updateBrand(brandId, 'SET #subscriptionStatus = :status', { status });

/** A change writes only these fields, so that it does not undo a concurrent change of other fields. */
function changedFields(before: Brand, after: Brand) {
  const fieldsBefore = new Map<string, unknown>(Object.entries(before));
  const fields = Object.entries(after);
  return Object.fromEntries(
    fields.filter(([name, value]) => !isDeepStrictEqual(value, fieldsBefore.get(name))),
  );
}

/** Existing commissions keep their previous terms. */
export const setTerms = (brandId: string, terms: BrandTerms, now: Date): Promise<Brand> =>
  retryOnConflict(async () => {
    const before = await getBrand(brandId);
    const after = { ...before, ...applyTerms(before, terms, now) };
    const changes = changedFields(before, after);
    if (Object.keys(changes).length === 0) return before;
    // The oldest brands have no `holdDays`, so the condition also accepts a missing attribute.
    const condition = '(attribute_not_exists(#holdDays) OR #holdDays = :was)';
    const values = { ...changes, was: before.holdDays };
    await transact([
      updateExisting(keys.brand(brandId), { update: setAll(changes), condition, values }, staleWrite),
    ]);
    return after;
  });
