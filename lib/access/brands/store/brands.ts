// Creates and lists brands, and changes their subscriptions, for the operator.

import { hashPassword } from '#lib/access/auth/rules/passwords.ts';
import type { PlanName, SubscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { newBrand, newUser } from '#lib/access/brands/rules/new-brand.ts';
import { withSuffix } from '#lib/access/brands/rules/slugs.ts';
import type { BrandInput } from '#lib/access/brands/schema/settings.ts';
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { addBrand, addUser, claimSlug, isSlugTaken } from '#lib/access/brands/writes.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { listBrandIds } from './lookup.ts';

/** Only a write notices that another new brand with the same name takes the slug at the same time. */
export async function createBrand(input: BrandInput, password: string, now: Date): Promise<Brand> {
  const created = newBrand(input, now);
  const admin = newUser(created.id, { email: input.email, role: 'admin' }, now);
  const user = addUser(admin, await hashPassword(password));
  const store = async (brand: Brand): Promise<Brand> => {
    await transact([...addBrand(brand), claimSlug(brand), ...user]);
    return brand;
  };
  try {
    return await store(created);
  } catch (error) {
    if (!isSlugTaken(error)) throw error;
    return store({ ...created, slug: withSuffix(created.slug) });
  }
}

interface ListedBrand {
  readonly id: string;
  /** Undefined if it cannot be read. */
  readonly brand: Brand | undefined;
}

export async function listBrands(): Promise<readonly ListedBrand[]> {
  const ids = await listBrandIds();
  const found = await getItems(ids.map(keys.brand));
  return ids.map((id, index) => ({ id, brand: storedBrand.safeParse(found[index]).data }));
}

const updateBrand = (brandId: string, set: Partial<Brand>): Promise<void> =>
  transact([updateExisting(keys.brand(brandId), { set }, () => notFound('brand'))]);

export const setPlan = (brandId: string, plan: PlanName): Promise<void> => updateBrand(brandId, { plan });

export const setSubscriptionStatus = (brandId: string, status: SubscriptionStatus): Promise<void> =>
  updateBrand(brandId, { subscriptionStatus: status });

/** Null for the limit of the plan. */
export const setRequestLimit = (brandId: string, requestsPerMinute: number | null): Promise<void> =>
  updateBrand(brandId, { requestsPerMinute });
