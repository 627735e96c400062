// Decides which scopes an API key needs to read events, which contain the resource that has changed.
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import { eventTypes, type RecordedType, recordedTypes } from '#lib/foundation/contract/event-types.ts';
import type { GrantedScope, Scope } from '#lib/foundation/contract/scope.ts';
import { matchesType, trailPatterns, typePatterns } from './type-patterns.ts';

type GroupOf<Type extends string> = Type extends `${infer Group}.${string}` ? Group : never;

/** Users have no scope, because only people manage them. Their events belong to the settings, like the rest of the audit trail. */
const scopeOfGroup: Readonly<Record<GroupOf<RecordedType>, Scope>> = {
  affiliate: 'creators:read',
  campaign: 'campaigns:read',
  discount: 'discounts:read',
  link: 'creators:read',
  conversion: 'conversions:read',
  customer: 'conversions:read',
  commission: 'commissions:read',
  dispute: 'commissions:read',
  fraud_finding: 'commissions:read',
  payout: 'payouts:read',
  payout_file: 'payouts:read',
  user: 'settings:read',
  api_key: 'keys:read',
  webhook_endpoint: 'webhooks:read',
  connection: 'connections:read',
  settings: 'settings:read',
  session: 'settings:read',
  exchange_rate: 'settings:read',
  import: 'creators:read',
  operator: 'settings:read',
};

const scopes: ReadonlyMap<string, Scope> = new Map(Object.entries(scopeOfGroup));

const scopesOf = (pattern: string, types: object): readonly Scope[] => {
  const groups = Object.keys(types)
    .filter((type) => matchesType([pattern], type))
    .map((type) => scopes.get(type.split('.')[0] ?? ''));
  return [...new Set(groups.filter((scope) => scope !== undefined))];
};

const scopesByPattern = (patterns: readonly string[], types: object) =>
  Object.fromEntries(patterns.map((pattern) => [pattern, scopesOf(pattern, types)]));

/** By pattern, such as `conversion.*`. */
export const feedScopes = scopesByPattern(typePatterns, eventTypes);
export const trailScopes = scopesByPattern(trailPatterns, recordedTypes);

/** Throws a 403 that names the missing scope. */
export function requireEventScopes(granted: readonly GrantedScope[], patterns: readonly string[]): void {
  for (const pattern of patterns)
    requireContentScopes(granted, trailScopes[pattern] ?? [], `events of the type \`${pattern}\``);
}
