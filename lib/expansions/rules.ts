// Decides which records a caller may expand, and defines what an expansion needs and returns.
import type { Affiliate } from '#lib/affiliates/schema/affiliate.ts';
import type { Caller } from '#lib/auth/rules/caller.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import { includesScope, type Scope } from '#lib/contract/scope.ts';
import { forbidden } from '#lib/shared/errors.ts';
import type { Expandable } from './schema/query.ts';

export interface References {
  readonly affiliateId: string | null;
  readonly campaignId: string | null;
}

export interface ExpandedRecords {
  /** Undefined if creators are not expanded. */
  readonly affiliates?: ReadonlyMap<string, Affiliate>;
  readonly campaigns?: ReadonlyMap<string, Campaign>;
}

const scopes: Readonly<Record<Expandable, Scope>> = {
  affiliate: 'creators:read',
  campaign: 'campaigns:read',
};

/** Throws a 403 if an API key could not read the records at their own endpoints. */
export function requireExpandable(caller: Caller, names: readonly Expandable[]): void {
  if (caller.kind === 'user') return;
  for (const name of names) {
    if (!includesScope(caller.key.scopes, scopes[name]))
      throw forbidden(
        'scope_missing',
        `The API key needs the scope \`${scopes[name]}\` for \`expand=${name}\``,
      );
  }
}
