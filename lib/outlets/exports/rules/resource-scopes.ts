// Declares the scopes that an API key needs to export a list.
import type { Scope } from '#lib/foundation/contract/scope.ts';
import { trailScopes } from '#lib/record/events/rules/event-scopes.ts';
import type { ExportResource } from './resources.ts';

/** An API key that cannot read a list cannot export it either. The audit trail contains events of all areas. */
export const resourceScopes: Readonly<Record<ExportResource, readonly Scope[]>> = {
  affiliates: ['creators:read'],
  campaigns: ['campaigns:read'],
  discounts: ['discounts:read'],
  conversions: ['conversions:read'],
  commissions: ['commissions:read'],
  payouts: ['payouts:read'],
  audit: trailScopes['*'] ?? [],
};
