// Authenticates callers, and checks their plan and role.

import { cursorSecrets, renewPublishedKeys } from '#lib/auth/store/published-keys.ts';
import { type Caller, readCaller } from '#lib/auth/store/sessions.ts';
import { bearerToken, verifyToken } from '#lib/auth/store/tokens.ts';
import { effectivePlan } from '#lib/billing/rules/plans.ts';
import type { Route } from '#lib/contract/route.ts';
import { forbidden, roleForbidden } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import type { HttpEvent } from './request.ts';

/** Plans which items to read in the same batch as the caller. The event is not validated yet. */
export type Prefetch<Data> = (event: HttpEvent, brandId: string, now: Date) => ReadPlan<Data>;

export interface Authenticated<Data = unknown> {
  readonly caller: Caller;
  readonly cursorSecrets: readonly Uint8Array[];
  readonly prefetched: Data;
  readonly refetch: () => Promise<Data>;
}

export async function authenticate<Data>(
  { acceptsReplacedToken }: Route,
  event: HttpEvent,
  now: Date,
  prefetch: Prefetch<Data>,
): Promise<Authenticated<Data>> {
  const token = bearerToken(event.headers.authorization);
  const claims = await verifyToken(token, now);
  const { keys, parse } = prefetch(event, claims.brandId, now);
  const renewal = renewPublishedKeys(now);
  const { caller, items } = await readCaller(claims, {
    now,
    acceptsReplacedToken: acceptsReplacedToken === true,
    extraKeys: [...keys, ...renewal.keys],
  });
  renewal.parse(items.slice(keys.length));
  // The renewed keys may lack the key of the token, because it was revoked.
  if (renewal.keys.length > 0) await verifyToken(token, now);
  return {
    caller,
    cursorSecrets: cursorSecrets(now),
    prefetched: parse(items.slice(0, keys.length)),
    refetch: async () => parse(await getItems(keys)),
  };
}

export function requirePlan({ access }: Route, { brand }: Caller): void {
  if (access === 'public' || access.plan === 'any') return;
  const { apiAccess } = effectivePlan({ plan: brand.plan, status: brand.subscriptionStatus });
  if (!apiAccess) throw forbidden('plan_required', 'API access requires the Growth or Scale plan');
}

/** Null in a creation means that the field is absent, so it changes no rate. */
const isSent = (value: unknown, method: Route['method']): boolean =>
  value !== undefined && !(method === 'POST' && value === null);

/** Throws a 403 that names the rates in the body, if only the admins of the brand can change rates. */
export function requireAdminForRates(route: Route, { brand, role }: Caller, body: unknown): void {
  if (role === 'admin' || !brand.ratesByAdminsOnly) return;
  const values: Readonly<Record<string, unknown>> = Object(body);
  const sent = (route.rateFields ?? []).filter((field) => isSent(values[field], route.method));
  if (sent.length === 0) return;
  throw forbidden('rate_for_admins_only', `Only an admin of this brand can change \`${sent.join('`, `')}\``, {
    details: sent.map((path) => ({ path, message: 'Only an admin of this brand can change rates' })),
  });
}

export function requireRole({ access }: Route, { role }: Caller): void {
  if (access !== 'public' && !access.roles.includes(role)) throw roleForbidden();
}
