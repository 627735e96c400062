// Creates brand accounts with a password and logs in to them.
import { argon2Sync, randomBytes } from 'node:crypto';
import type { PlanName } from '#lib/access/billing/rules/plans.ts';
import { newUser } from '#lib/access/brands/rules/new-brand.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { addUser } from '#lib/access/brands/writes.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { dataOf } from './answers.ts';
import { type Answer, createBrand, type RequestOptions, send } from './service.ts';

export interface Account {
  readonly brand: Brand;
  readonly email: string;
  readonly password: string;
}

/** Hashes a password with cheap parameters, because the usual ones take 30 ms of CPU time. A login reads them from the hash. */
export function cheapHash(password: string): string {
  const salt = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost });
  const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${saltText}$${tagText}`;
}

export async function createAccount(
  plan: PlanName = 'growth',
  role: Role = 'admin',
  hash: (password: string) => string | Promise<string> = cheapHash,
): Promise<Account> {
  const { brand } = await createBrand(plan);
  const email = `${randomBytes(6).toString('hex')}@brands.test`;
  const password = 'a long enough password';
  await transact(addUser(newUser(brand.id, { email, role }, now()), await hash(password)));
  return { brand, email, password };
}

interface LoginBody extends Pick<Account, 'email' | 'password'> {
  readonly challenge?: { readonly token: string; readonly solution: string };
}

export const logIn = (
  { email, password, challenge }: LoginBody,
  sent: Omit<RequestOptions, 'body'> = {},
): Promise<Answer> => send('POST', '/auth/brand/login', { ...sent, body: { email, password, challenge } });

export async function tokenOf(account: Account): Promise<string> {
  return (await dataOf(logIn(account))).accessToken;
}
