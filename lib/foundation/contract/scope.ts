// Defines the scopes of API keys. This file must not import zod, because every route imports it.

/** `settings` covers the brand, its subscription and its usage. */
export const scopeAreas = [
  'creators',
  'campaigns',
  'discounts',
  'tracking',
  'conversions',
  'commissions',
  'payouts',
  'reports',
  'webhooks',
  'connections',
  'settings',
  'keys',
] as const;

type ScopeArea = (typeof scopeAreas)[number];
export type Scope = `${ScopeArea}:${'read' | 'write'}`;

/** `*` contains every scope, also scopes that are added later. */
export type GrantedScope = Scope | '*';

export const scopes: readonly Scope[] = scopeAreas.flatMap((area): readonly Scope[] => [
  `${area}:read`,
  `${area}:write`,
]);

/** The scope to write contains the scope to read. */
export const includesScope = (granted: readonly GrantedScope[], wanted: Scope): boolean =>
  granted.includes('*') ||
  granted.includes(wanted) ||
  granted.some((scope) => scope === wanted.replace(/:read$/, ':write'));

export const includesAllScopes = (
  granted: readonly GrantedScope[],
  wanted: readonly GrantedScope[],
): boolean =>
  wanted.every((scope) => (scope === '*' ? granted.includes('*') : includesScope(granted, scope)));
