import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentErasure } from '#lib/care/privacy/present/erasure.ts';
import { privacy } from '#lib/care/privacy/routes.ts';
import { getErasure } from '#lib/care/privacy/store/erasures.ts';
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import type { Scope } from '#lib/foundation/contract/scope.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(privacy.getErasure, async ({ caller, params }) => {
  const found = await getErasure(caller.brand.id, params.id);
  const scopes: readonly Scope[] = found.subject === 'customer' ? ['conversions:read'] : [];
  requireContentScopes(grantOf(caller).scopes, scopes, 'the erasure of a customer');
  return presentErasure(found);
});
