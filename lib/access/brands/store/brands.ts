// Creates and lists brands, and changes their subscriptions, for the operator.

import { hashPassword } from '#lib/access/auth/rules/passwords.ts';
import type { PlanName, SubscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { newBrand, newUser } from '#lib/access/brands/rules/new-brand.ts';
import { withSuffix } from '#lib/access/brands/rules/slugs.ts';
import type { BrandInput } from '#lib/access/brands/schema/settings.ts';
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { addBrand, addUser, claimSlug } from '#lib/access/brands/writes.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { listBrandIds } from './lookup.ts';

export async function createBrand(input: BrandInput, password: string, now: Date): Promise<Brand> {
  const created = newBrand(input, now);
  const isSlugTaken = (await getItem(creatorKeys.brandSlug(created.slug))) !== undefined;
  const brand = isSlugTaken ? { ...created, slug: withSuffix(created.slug) } : created;
  const admin = newUser(brand.id, { email: input.email, role: 'admin' }, now);
  const user = addUser(admin, await hashPassword(password));
  await transact([...addBrand(brand), claimSlug(brand), ...user]);
  return brand;
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
