// Reads and writes of brands: what the operator does.
import { normalizeEmail } from '#lib/auth/schema.ts';
import type { PlanName, SubscriptionStatus } from '#lib/billing/plans.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { allIn, getItem, getItems } from '#lib/table/client.ts';
import { brandDirectoryPartition, keys } from '#lib/table/keys.ts';
import { putNew, transact, updateExisting, type Write } from '#lib/table/transaction.ts';
import { defaultAttributionWindowDays, defaultCommission, defaultHoldDays } from './rules.ts';
import { newSalt } from './salt.ts';
import { type Brand, type BrandInput, storedBrand } from './schema.ts';
import { addUser } from './users.ts';

export const newBrand = (input: BrandInput, now: Date): Brand => ({
  id: newId('brand', now),
  name: input.name,
  email: normalizeEmail(input.email),
  currency: input.currency,
  landingUrl: input.landingUrl,
  plan: input.plan,
  subscriptionStatus: 'active',
  commission: defaultCommission,
  attributionWindowDays: defaultAttributionWindowDays,
  holdDays: defaultHoldDays,
  salt: newSalt(),
  createdAt: now.toISOString(),
});

/** The writes that add a brand; its first user is added with it. */
export const addBrand = (brand: Brand): readonly Write[] => [
  putNew({ ...keys.brand(brand.id), ...brand }),
  putNew({ ...keys.brandDirectory(brand.id), brandId: brand.id }),
];

/** Creates a brand with its first user, an admin. */
export async function createBrand(input: BrandInput, password: string, now: Date): Promise<Brand> {
  const brand = newBrand(input, now);
  const user = await addUser(brand.id, { email: input.email, password, role: 'admin' }, now);
  await transact([...addBrand(brand), ...user]);
  return brand;
}

export async function getBrand(brandId: string): Promise<Brand> {
  const found = await getItem(keys.brand(brandId));
  if (found === undefined) throw missing('brand');
  return storedBrand.parse(found);
}

/** All brands, oldest first. */
export async function listBrands(): Promise<readonly Brand[]> {
  const directory = await allIn(brandDirectoryPartition);
  const found = await getItems(directory.map(({ brandId }) => keys.brand(String(brandId))));
  return found.map((brand) => storedBrand.parse(brand));
}

const updateBrand = (brandId: string, update: string, values: Record<string, string>): Promise<void> =>
  transact([updateExisting(keys.brand(brandId), { update, values }, () => missing('brand'))]);

export const setPlan = (brandId: string, plan: PlanName): Promise<void> =>
  updateBrand(brandId, 'SET #plan = :plan', { plan });

export const setSubscriptionStatus = (brandId: string, status: SubscriptionStatus): Promise<void> =>
  updateBrand(brandId, 'SET #subscriptionStatus = :status', { status });
