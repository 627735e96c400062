// Defines the caller of a request: a person with a session, or a server with an API key.
import type { Grant } from '#lib/access/api-keys/rules/api-key.ts';
import type { KeyCaller } from '#lib/access/api-keys/rules/caller.ts';
import type { StoredSession } from '#lib/access/auth/schema.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Mode } from '#lib/foundation/contract/mode.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { includesScope, type Scope } from '#lib/foundation/contract/scope.ts';
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';

/** Every request reads its caller, so changes of role, plan and session apply immediately. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  readonly session: StoredSession;
  /** The keyed hash of the address of the request. */
  readonly addressHash: string;
  /** The brand of the mode: in test mode the test twin. */
  readonly brand: Brand;
  readonly mode: Mode;
  /** The id of the live brand, to which users, sessions and API keys belong. */
  readonly accountId: string;
}

/** A caller who acts for the brand. */
export type Caller = UserCaller | KeyCaller;

/** A creator with a session of the portal, which is declared in lib/program/creator-sessions. */
interface OwnCreator {
  readonly kind: 'creator';
  readonly affiliateId: string;
  readonly addressHash: string;
}

export const keyIdOf = (caller: Caller | OwnCreator | undefined): string | undefined =>
  caller?.kind === 'key' ? caller.key.id : undefined;

function idOf(caller: Caller | OwnCreator): string {
  if (caller.kind === 'key') return caller.key.id;
  return caller.kind === 'user' ? caller.userId : caller.affiliateId;
}

export const actorOf = (caller: Caller | OwnCreator): Actor => ({
  id: idOf(caller),
  addressHash: caller.addressHash,
});

/** The access that the caller can pass on to API keys. */
export const grantOf = (caller: Caller): Grant => {
  if (caller.kind === 'user') return { scopes: ['*'], validUntil: null, allowedIps: null };
  const { scopes, validUntil, allowedIps } = caller.key;
  return { scopes, validUntil, allowedIps };
};

/** A user reads everything, and an API key what its scopes contain. */
export const canRead = (caller: Caller, scope: Scope): boolean =>
  includesScope(grantOf(caller).scopes, scope);

export function requireTestMode({ mode }: Caller): void {
  if (mode === 'test') return;
  throw forbidden(
    'test_mode_required',
    'This endpoint exists only in test mode: use a test key, or send the header `x-mode: test`',
  );
}
