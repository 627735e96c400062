// Reads and writes of brands: what the operator does.
import { normalizeEmail } from '#lib/auth/schema.ts';
import type { PlanName, SubscriptionStatus } from '#lib/billing/rules/plans.ts';
import { newSalt } from '#lib/brands/rules/customer-salt.ts';
import {
  defaultAttributionWindowDays,
  defaultCommission,
  defaultHoldDays,
} from '#lib/brands/rules/defaults.ts';
import { type Brand, type BrandInput, type BrandTerms, storedBrand } from '#lib/brands/schema.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';
import { getBrand, listBrandIds } from './lookup.ts';
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
  pastHoldDays: [],
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

/** All brands, oldest first. */
export async function listBrands(): Promise<readonly Brand[]> {
  const found = await getItems((await listBrandIds()).map(keys.brand));
  return found.map((brand) => storedBrand.parse(brand));
}

const updateBrand = (brandId: string, update: string, values: Record<string, string>): Promise<void> =>
  transact([updateExisting(keys.brand(brandId), { update, values }, () => missing('brand'))]);

export const setPlan = (brandId: string, plan: PlanName): Promise<void> =>
  updateBrand(brandId, 'SET #plan = :plan', { plan });

export const setSubscriptionStatus = (brandId: string, status: SubscriptionStatus): Promise<void> =>
  updateBrand(brandId, 'SET #subscriptionStatus = :status', { status });

/** What it was is remembered with the time that it was for: commissions are held as it was when they were made. */
function heldSince(brand: Brand, holdDays: number, now: Date): Pick<Brand, 'holdDays' | 'pastHoldDays'> {
  if (holdDays === brand.holdDays) return brand;
  const others = brand.pastHoldDays.filter(({ days }) => days !== brand.holdDays);
  return { holdDays, pastHoldDays: [...others, { days: brand.holdDays, until: now.toISOString() }] };
}

/** Sets what creators work on from now on. What they have earned keeps the terms that it was earned on. */
export const setTerms = (brandId: string, terms: BrandTerms, now: Date): Promise<Brand> =>
  retryOnConflict(async () => {
    const before = await getBrand(brandId);
    const { commission, attributionWindowDays = before.attributionWindowDays } = terms;
    const rate = commission && toStoredRate(commission, before.currency, 'commission.value');
    const { holdDays, pastHoldDays } = heldSince(before, terms.holdDays ?? before.holdDays, now);
    const fields = { commission: rate ?? before.commission, attributionWindowDays, holdDays, pastHoldDays };
    // A brand from before there was any has the days that are the default.
    const condition = '(attribute_not_exists(#holdDays) OR #holdDays = :was)';
    const values = { ...fields, was: before.holdDays };
    await transact([
      updateExisting(keys.brand(brandId), { update: setAll(fields), condition, values }, staleWrite),
    ]);
    return { ...before, ...fields };
  });
