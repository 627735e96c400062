// Decides which records a caller may expand.
import type { Caller } from '#lib/auth/rules/caller.ts';
import { includesScope, type Scope } from '#lib/contract/scope.ts';
import { forbidden } from '#lib/shared/errors.ts';
import type { Expandable } from './schema/query.ts';

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
