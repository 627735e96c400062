// Checks the plan, the role and the scope of an authenticated caller.
import { requireApiAccess } from '#lib/access/billing/rules/plans.ts';
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import { type Mode, modeHeader, modes } from '#lib/foundation/contract/mode.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { includesScope } from '#lib/foundation/contract/scope.ts';
import { DomainError, forbidden, invalid, roleForbidden } from '#lib/foundation/shared/errors.ts';
import type { AnyCaller } from './any-caller.ts';

function requirePlan({ access }: Route, { brand }: AnyCaller): void {
  if (access !== 'public' && access.plan === 'api') requireApiAccess(brand);
}

/** A user who must have a second factor can only turn one on, change the password and log out. */
function requireSecondFactor({ allowsMissingSecondFactor }: Route, caller: AnyCaller): void {
  if (caller.kind !== 'user' || caller.hasSecondFactor || !caller.brand.requireSecondFactor) return;
  if (allowsMissingSecondFactor !== true)
    throw forbidden(
      'second_factor_missing',
      'Your brand requires a second factor: turn it on with `POST /auth/second-factor`',
    );
}

/** Null in a creation means that the field is absent, so it changes no rate. */
const isSent = (value: unknown, method: Route['method']): boolean =>
  value !== undefined && !(method === 'POST' && value === null);

/** Throws a 403 that names the rates in the body, if only the admins of the brand can change rates. */
export function requireAdminForRates(route: Route, { brand, role }: AnyCaller, body: unknown): void {
  if (role === 'admin' || !brand.ratesByAdminsOnly) return;
  const values: Readonly<Record<string, unknown>> = Object(body);
  const sent = (route.rateFields ?? []).filter((field) => isSent(values[field], route.method));
  if (sent.length === 0) return;
  throw forbidden('rate_for_admins_only', `Only an admin of this brand can change \`${sent.join('`, `')}\``, {
    details: sent.map((path) => ({ path, message: 'Only an admin of this brand can change rates' })),
  });
}

function requireRole({ access }: Route, { role }: AnyCaller): void {
  if (access !== 'public' && !access.roles.includes(role)) throw roleForbidden();
}

/** An API key has the role of an admin, so its scopes decide. */
function requireScope({ scope, contentScopes = [] }: Route, caller: AnyCaller): void {
  if (caller.kind !== 'key') return;
  if (scope === undefined) {
    throw forbidden(
      'session_required',
      'API keys cannot call this endpoint. Log in, and send the access token',
    );
  }
  if (scope !== 'any' && !includesScope(caller.key.scopes, scope))
    throw forbidden('scope_missing', `The API key needs the scope \`${scope}\``);
  requireContentScopes(caller.key.scopes, contentScopes, 'the response of this endpoint');
}

/** Throws a 403 if the caller may not send the request, whatever it contains. */
export function requireAccess(route: Route, caller: AnyCaller): void {
  requireSecondFactor(route, caller);
  requirePlan(route, caller);
  requireRole(route, caller);
  requireScope(route, caller);
}

/** The account has no test data. Without this check, a client could believe that it changes a test copy of the account. */
function requireLiveMode(caller: AnyCaller, header: string | undefined): void {
  if (caller.kind === 'key' && caller.key.mode === 'test') {
    const message = 'This endpoint has no test mode: use a live API key, or an access token';
    throw new DomainError('invalid', 'test_mode_unavailable', message);
  }
  if (header === undefined || header === 'live') return;
  const message = 'This endpoint has no test mode: send the request without the header `x-mode`';
  const details = [{ path: modeHeader, message: 'Must be `live` or absent' }];
  throw invalid(message, details, 'test_mode_unavailable');
}

/** The mode of a creator is that of the session. */
function allowedModes(caller: AnyCaller): readonly Mode[] {
  if (caller.kind === 'creator') return [caller.mode];
  return caller.kind === 'key' ? [caller.key.mode] : modes;
}

/** Throws a 400 for an unknown mode, for a mode that is not the one of the API key, and for test mode if the endpoint has none. */
export function requireValidMode({ testMode }: Route, caller: AnyCaller, header: string | undefined): void {
  if (testMode === 'ignored') return;
  if (testMode === 'refused') {
    requireLiveMode(caller, header);
    return;
  }
  if (header === undefined) return;
  const allowed = allowedModes(caller);
  if (allowed.some((mode) => mode === header)) return;
  const [only] = allowed;
  const owner = caller.kind === 'key' ? 'API key' : 'session';
  const message =
    caller.kind === 'user'
      ? 'Must be `live` or `test`'
      : `Must be \`${only}\`, the mode of the ${owner}, or absent`;
  throw invalid('Invalid headers', [{ path: modeHeader, message }]);
}
