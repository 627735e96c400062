// Decides who may export what.
import { requireApiAccess } from '#lib/access/billing/rules/plans.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import type { GrantedScope } from '#lib/foundation/contract/scope.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { resourceScopes } from './resource-scopes.ts';
import type { ExportResource } from './resources.ts';

interface Caller {
  readonly brand: Brand;
  readonly scopes: readonly GrantedScope[];
}

/** The audit trail can be exported on every plan. It belongs to the account, which has no test data. */
export function requireExportAccess(resource: ExportResource, { brand, scopes }: Caller): void {
  if (resource !== 'audit') requireApiAccess(brand);
  else if (brand.testOf !== undefined) {
    const message = 'The audit trail has no test mode: export it in live mode';
    throw invalidField('resource', message, 'test_mode_unavailable');
  }
  requireContentScopes(scopes, resourceScopes[resource], `an export with \`resource=${resource}\``);
}
