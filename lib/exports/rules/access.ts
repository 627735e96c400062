// Decides who may export what.
import { requireApiAccess } from '#lib/billing/rules/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { type GrantedScope, includesScope } from '#lib/contract/scope.ts';
import { forbidden } from '#lib/shared/errors.ts';
import type { ExportResource } from './resources.ts';

interface Caller {
  readonly brand: Brand;
  readonly scopes: readonly GrantedScope[];
}

const auditScopeMissing = () =>
  forbidden('scope_missing', 'To export the audit trail, the API key needs the scope `settings:read`');

/** The audit trail can be exported on every plan. A key that cannot read it cannot export it either. */
export function requireExportAccess(resource: ExportResource, { brand, scopes }: Caller): void {
  if (resource !== 'audit') requireApiAccess(brand);
  else if (!includesScope(scopes, 'settings:read')) throw auditScopeMissing();
}
