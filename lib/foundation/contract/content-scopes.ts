// Checks that an API key may read everything that a response contains, or that a webhook endpoint receives.
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { type GrantedScope, includesScope, type Scope } from './scope.ts';

/** The values of a field that select content, with the scopes that each of them needs. */
export interface FieldScopes {
  readonly place: 'query' | 'body';
  readonly name: string;
  readonly scopes: Readonly<Record<string, readonly Scope[]>>;
  /** The value that an absent field stands for. Without it, an absent field selects nothing. */
  readonly absent?: string;
}

/** Throws a 403 that names the first missing scope. `content` says what needs it. */
export function requireContentScopes(
  granted: readonly GrantedScope[],
  wanted: readonly Scope[],
  content: string,
): void {
  const missing = wanted.find((scope) => !includesScope(granted, scope));
  if (missing !== undefined)
    throw forbidden('scope_missing', `The API key needs the scope \`${missing}\` for ${content}`);
}

/** `input` is the query and the body of a request, which were checked already. */
export function requireFieldScopes(
  granted: readonly GrantedScope[],
  { place, name, scopes, absent }: FieldScopes,
  input: Readonly<Record<FieldScopes['place'], unknown>>,
): void {
  const given: unknown = Object(input[place])[name] ?? absent ?? [];
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  for (const value of values.map(String)) {
    requireContentScopes(granted, scopes[value] ?? [], `\`${name}=${value}\``);
  }
}
