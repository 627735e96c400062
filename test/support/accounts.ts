// Creates brand accounts with a password and logs in to them.
import { randomBytes } from 'node:crypto';
import type { PlanName } from '#lib/billing/rules/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { createUser } from '#lib/brands/store/users.ts';
import type { Role } from '#lib/contract/role.ts';
import { now } from '#lib/shared/clock.ts';
import { dataOf } from './answers.ts';
import { type Answer, createBrand, type RequestOptions, send } from './service.ts';

export interface Account {
  readonly brand: Brand;
  readonly email: string;
  readonly password: string;
}

export async function createAccount(plan: PlanName = 'growth', role: Role = 'admin'): Promise<Account> {
  const { brand } = await createBrand(plan);
  const email = `${randomBytes(6).toString('hex')}@brands.test`;
  const password = 'a long enough password';
  await createUser(brand.id, { email, password, role }, now());
  return { brand, email, password };
}

export const logIn = (
  { email, password }: Pick<Account, 'email' | 'password'>,
  sent: Omit<RequestOptions, 'body'> = {},
): Promise<Answer> => send('POST', '/auth/brand/login', { ...sent, body: { email, password } });

export async function tokenOf(account: Account): Promise<string> {
  return (await dataOf(logIn(account))).accessToken;
}
