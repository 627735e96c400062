// Reads and writes of brands and their users: what the operator does.
import { hashPassword } from '#lib/auth/passwords.ts';
import {
  normalizeEmail,
  type Role,
  type StoredUser,
  storedCredentials,
  storedUser,
} from '#lib/auth/schema.ts';
import type { PlanName, SubscriptionStatus } from '#lib/billing/plans.ts';
import { conflict, notFound } from '#lib/shared/errors.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { getItem, getItems, queryAll } from '#lib/table/client.ts';
import { brandDirectoryPartition, collectionOf, keys, partitionKey } from '#lib/table/keys.ts';
import {
  deleteExisting,
  demand,
  putNew,
  transact,
  updateExisting,
  type Write,
} from '#lib/table/transaction.ts';
import { defaultCommission, newVisitorSalt } from './rules.ts';
import { type Brand, type BrandInput, storedBrand } from './schema.ts';

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

export const newBrand = (input: BrandInput, now: Date): Brand => ({
  id: newId('brand', now),
  name: input.name,
  email: normalizeEmail(input.email),
  currency: input.currency,
  landingUrl: input.landingUrl,
  plan: input.plan,
  subscriptionStatus: 'active',
  commission: defaultCommission,
  visitorSalt: newVisitorSalt(),
  createdAt: now.toISOString(),
});

/** The writes that add a brand; its first user is added with it. */
export const addBrand = (brand: Brand): readonly Write[] => [
  putNew({ ...keys.brand(brand.id), ...brand }),
  putNew({ ...keys.brandDirectory(brand.id), brandId: brand.id }),
];

/** The writes that add a user of a brand. An e-mail address belongs to one user of the whole service: 409. */
export async function addUser(brandId: string, user: NewUser, now: Date): Promise<readonly Write[]> {
  const id = newId('user', now);
  const email = normalizeEmail(user.email);
  const { role } = user;
  const passwordHash = await hashPassword(user.password);
  return [
    putNew({ ...keys.credentials(email), userId: id, brandId, email, role, passwordHash }, () =>
      conflict('A user with this e-mail address exists already'),
    ),
    putNew({ ...keys.item(brandId, 'user', id), id, brandId, email, role, createdAt: now.toISOString() }),
  ];
}

/** Creates a brand with its first user, an admin. */
export async function createBrand(input: BrandInput, password: string, now: Date): Promise<Brand> {
  const brand = newBrand(input, now);
  const user = await addUser(brand.id, { email: input.email, password, role: 'admin' }, now);
  await transact([...addBrand(brand), ...user]);
  return brand;
}

export const createUser = async (brandId: string, user: NewUser, now: Date): Promise<void> =>
  transact([demand(keys.brand(brandId), () => missing('brand')), ...(await addUser(brandId, user, now))]);

/** All brands, oldest first. */
export async function listBrands(): Promise<readonly Brand[]> {
  const directory = await queryAll({
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': partitionKey },
    ExpressionAttributeValues: { ':pk': brandDirectoryPartition },
    ConsistentRead: true,
  });
  const found = await getItems(directory.map(({ brandId }) => keys.brand(String(brandId))));
  return found.map((brand) => storedBrand.parse(brand));
}

export async function listUsers(brandId: string): Promise<readonly StoredUser[]> {
  const found = await queryAll({
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': partitionKey },
    ExpressionAttributeValues: { ':pk': collectionOf(brandId, 'user') },
    ConsistentRead: true,
  });
  return found.map((user) => storedUser.parse(user));
}

const updateBrand = (brandId: string, update: string, values: Record<string, string>): Promise<void> =>
  transact([updateExisting(keys.brand(brandId), { update, values }, () => missing('brand'))]);

export const setPlan = (brandId: string, plan: PlanName): Promise<void> =>
  updateBrand(brandId, 'SET #plan = :plan', { plan });

export const setSubscriptionStatus = (brandId: string, status: SubscriptionStatus): Promise<void> =>
  updateBrand(brandId, 'SET #subscriptionStatus = :status', { status });

const unknownUser = () => notFound('User with this e-mail address');

async function credentialsOf(emailInput: string) {
  const email = normalizeEmail(emailInput);
  const found = await getItem(keys.credentials(email));
  if (found === undefined) throw unknownUser();
  const { userId, brandId } = storedCredentials.parse(found);
  return { credentials: keys.credentials(email), user: keys.item(brandId, 'user', userId) };
}

/** Removes a user; its tokens are dead from the next request on. */
export async function removeUser(email: string): Promise<void> {
  const { credentials, user } = await credentialsOf(email);
  await transact([deleteExisting(credentials, unknownUser), deleteExisting(user, unknownUser)]);
}

export async function setRole(email: string, role: Role): Promise<void> {
  const { credentials, user } = await credentialsOf(email);
  const change = { update: 'SET #role = :role', values: { role } };
  await transact([
    updateExisting(credentials, change, unknownUser),
    updateExisting(user, change, unknownUser),
  ]);
}

/** Sets a password; all tokens that were issued before are dead from the next request on. */
export async function setPassword(email: string, password: string, now: Date): Promise<void> {
  const { credentials, user } = await credentialsOf(email);
  const passwordHash = await hashPassword(password);
  await transact([
    updateExisting(
      credentials,
      { update: 'SET #passwordHash = :passwordHash', values: { passwordHash } },
      unknownUser,
    ),
    updateExisting(
      user,
      { update: 'SET #sessionsValidFrom = :now', values: { now: now.toISOString() } },
      unknownUser,
    ),
  ]);
}
