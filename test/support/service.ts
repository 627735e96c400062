// Sends requests to the service through the real router and handlers.

import { randomUUID } from 'node:crypto';
import { createRouter, type Router } from '#infra/local/router.ts';
import { newSession } from '#lib/access/auth/rules/sessions.ts';
import { createSessionWrite } from '#lib/access/auth/store/sessions.ts';
import { signToken } from '#lib/access/auth/store/sign-token.ts';
import type { PlanName } from '#lib/access/billing/rules/plans.ts';
import { newBrand, newUser } from '#lib/access/brands/rules/new-brand.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { addBrand, addUser, claimSlug } from '#lib/access/brands/writes.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { checkErrorCodes } from '#test/support/error-codes.ts';
import { type Json, jsonIn } from '#test/support/json.ts';

export interface RequestOptions {
  readonly token?: string | undefined;
  /** Sent as JSON, except that a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body; empty if there is none. */
  readonly text: string;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly json: Json;
}

export type Send = (method: string, path: string, sent?: RequestOptions) => Promise<Answer>;

/** Returns the request as the router receives it. */
export function incomingRequest(method: string, path: string, sent: RequestOptions = {}) {
  const { token, body, headers = {}, sourceIp = '203.0.113.7' } = sent;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    url: `/v1${path}`,
    headers: Object.entries({
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }),
    body: Buffer.from(text),
    sourceIp,
    requestId: randomUUID(),
    receivedAt: now(),
  };
}

export const senderFor =
  (router: Router): Send =>
  async (method, path, sent = {}) => {
    const result = await router(incomingRequest(method, path, sent));
    const answered = result.body ?? '';
    const answeredHeaders = Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const json = jsonIn(answered, answeredHeaders['content-type']);
    checkErrorCodes(method, path, json);
    return { status: result.statusCode ?? 0, headers: answeredHeaders, text: answered, json };
  };

export const send = senderFor(await createRouter());

/** A brand with one user and one token per role. */
export interface TestBrand {
  readonly brand: Brand;
  readonly admin: string;
  readonly member: string;
}

/** A user and its session, without a password that works, because most tests need none. */
function newLogin(brandId: string, role: Role, at: Date) {
  const user = newUser(brandId, { email: `${randomUUID()}@example.test`, role }, at);
  const session = newSession({ userId: user.id, passwordVersion: user.passwordVersion }, at);
  const writes = [...addUser(user, 'no password'), createSessionWrite(brandId, session, at)];
  return { userId: user.id, writes, token: () => signToken({ brandId, role, session }, at) };
}

/** Creates a user and its session directly. */
export async function newToken(brandId: string, role: Role): Promise<{ token: string; userId: string }> {
  const { userId, writes, token } = newLogin(brandId, role, now());
  await transact(writes);
  return { token: await token(), userId };
}

export async function createBrand(
  plan: PlanName = 'growth',
  { timezone = 'UTC', ...given }: Partial<Pick<Brand, 'currency' | 'landingUrl' | 'timezone'>> = {},
): Promise<TestBrand> {
  const input = {
    name: 'Acme',
    email: 'ops@acme.test',
    plan,
    currency: 'USD',
    landingUrl: 'https://acme.test/',
    ...given,
  };
  const brand = { ...newBrand(input, now()), timezone, slug: `acme-${randomUUID().slice(0, 8)}` };
  const at = now();
  const [admin, member] = [newLogin(brand.id, 'admin', at), newLogin(brand.id, 'member', at)];
  await transact([...addBrand(brand), claimSlug(brand), ...admin.writes, ...member.writes]);
  return { brand, admin: await admin.token(), member: await member.token() };
}
