import { grantOf } from '#lib/auth/rules/caller.ts';
import { requireContentScopes } from '#lib/contract/content-scopes.ts';
import type { Scope } from '#lib/contract/scope.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentErasure } from '#lib/privacy/present/erasure.ts';
import { privacy } from '#lib/privacy/routes.ts';
import { getErasure } from '#lib/privacy/store/erasures.ts';

export const handler = endpoint(privacy.getErasure, async ({ caller, params }) => {
  const found = await getErasure(caller.brand.id, params.id);
  const scopes: readonly Scope[] = found.subject === 'customer' ? ['conversions:read'] : [];
  requireContentScopes(grantOf(caller).scopes, scopes, 'the erasure of a customer');
  return presentErasure(found);
});
