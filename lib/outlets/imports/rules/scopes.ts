// Checks whether an API key may do what the columns of an import ask for.
import { type Caller, grantOf } from '#lib/access/auth/rules/caller.ts';
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import type { Scope } from '#lib/foundation/contract/scope.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import type { ImportField } from './fields.ts';

const scopesOfColumns: { readonly [Field in ImportField]?: readonly Scope[] } = {
  discountCode: ['discounts:write'],
  balance: ['commissions:write'],
  orderId: ['conversions:write', 'commissions:write'],
};

export function requireImportScopes(caller: Caller, { columns }: Pick<Import, 'columns'>): void {
  for (const { field } of columns) {
    const scopes = field === null ? undefined : scopesOfColumns[field];
    if (scopes !== undefined) requireContentScopes(grantOf(caller).scopes, scopes, `the column \`${field}\``);
  }
}
