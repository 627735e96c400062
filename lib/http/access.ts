// Who may pass: a token that is alive, a plan with API access, a role that the route names. In this order.

import { type Caller, readCaller } from '#lib/auth/store/sessions.ts';
import { cursorSecrets, signingKeys } from '#lib/auth/store/signing-keys.ts';
import { bearerToken, verifyToken } from '#lib/auth/store/tokens.ts';
import { termsInForce } from '#lib/billing/rules/plans.ts';
import type { Route } from '#lib/contract/route.ts';
import { forbidden, roleForbidden } from '#lib/shared/errors.ts';
import type { Item } from '#lib/table/keys/item.ts';
import type { Key } from '#lib/table/keys/item.ts';
import type { HttpEvent } from './request.ts';

/** The keys an endpoint wants read together with its caller: known from the brand and the event alone, not yet checked. */
export type Prefetch = (event: HttpEvent, brandId: string) => readonly Key[];

export interface Authenticated {
  readonly caller: Caller;
  readonly cursorSecrets: readonly Uint8Array[];
  readonly prefetched: readonly (Item | undefined)[];
}

/** The caller behind the event's token, or a 401. */
export async function authenticate(
  event: HttpEvent,
  now: Date,
  prefetch: Prefetch | undefined,
): Promise<Authenticated> {
  const claims = await verifyToken(bearerToken(event.headers.authorization), now);
  const { caller, items } = await readCaller(claims, prefetch?.(event, claims.brandId) ?? []);
  return { caller, prefetched: items, cursorSecrets: cursorSecrets(await signingKeys()) };
}

export function requirePlan({ access }: Route, { brand }: Caller): void {
  if (access === 'public' || access.plan === 'any') return;
  const { apiAccess } = termsInForce({ plan: brand.plan, status: brand.subscriptionStatus });
  if (!apiAccess) throw forbidden('API access requires the Growth or Scale plan');
}

export function requireRole({ access }: Route, { role }: Caller): void {
  if (access !== 'public' && !access.roles.includes(role)) throw roleForbidden();
}
