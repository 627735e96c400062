// Builds the preconditions of changes of rights: the caller must still have its own rights when the change is written. docs/decisions/0127
import { apiKeyKey } from '#lib/access/api-keys/writes.ts';
import type { Caller, UserCaller } from '#lib/access/auth/rules/caller.ts';
import type { StoredSession } from '#lib/access/auth/schema.ts';
import { userKey } from '#lib/access/brands/writes.ts';
import { storedUser } from '#lib/access/users/schema/stored.ts';
import { unauthenticated } from '#lib/foundation/shared/errors.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Precondition } from '#lib/foundation/table/writes/preconditions.ts';

class StaleCaller extends Error {}
const staleCaller = () => new StaleCaller('The rights of the caller have changed since they were read');
export const isStaleCaller = (error: unknown): boolean => error instanceof StaleCaller;

export const tokenRevoked = () => unauthenticated('token_revoked', 'Token revoked');

export const sessionKey = (brandId: string, { id }: Pick<StoredSession, 'id'>): Key =>
  keys.item(brandId, 'session', id);

const userIn = (item: Item | undefined) => (item === undefined ? undefined : storedUser.parse(item));

const sessionExists = ({ accountId, session }: UserCaller, refused: () => Error): Precondition => ({
  key: sessionKey(accountId, session),
  condition: 'attribute_exists(#pk)',
  isMet: (item) => item !== undefined,
  refused,
});

/** The session has not ended. For changes that every user can make for himself: they throw a 401. */
export const sessionContinues = (caller: UserCaller): readonly Precondition[] => [
  sessionExists(caller, tokenRevoked),
  {
    key: userKey({ brandId: caller.accountId, id: caller.userId }),
    condition: '#passwordVersion = :callerVersion',
    values: { callerVersion: caller.session.passwordVersion },
    isMet: (item) => userIn(item)?.passwordVersion === caller.session.passwordVersion,
    refused: tokenRevoked,
  },
];

/** The brand still accepts users without a second factor. */
const acceptsMissingFactor = (brandId: string): Precondition => ({
  key: keys.brand(brandId),
  condition: '#requireSecondFactor = :callerFactor',
  values: { callerFactor: false },
  isMet: (item) => item?.requireSecondFactor === false,
  refused: staleCaller,
});

function userIsUnchanged({ accountId, userId, role, hasSecondFactor, session }: UserCaller): Precondition {
  const { passwordVersion } = session;
  return {
    key: userKey({ brandId: accountId, id: userId }),
    condition:
      '#role = :callerRole AND #passwordVersion = :callerVersion AND #hasSecondFactor = :callerFactor',
    values: { callerRole: role, callerVersion: passwordVersion, callerFactor: hasSecondFactor },
    isMet: (item) => {
      const user = userIn(item);
      return (
        user?.role === role &&
        user.passwordVersion === passwordVersion &&
        user.hasSecondFactor === hasSecondFactor
      );
    },
    refused: staleCaller,
  };
}

/** The caller has the rights that were read when the request began. Otherwise the request is repeated with its present rights. */
export function rightsUnchanged(caller: Caller): readonly Precondition[] {
  if (caller.kind === 'key') {
    const { revision } = caller.key;
    return [
      {
        key: apiKeyKey(caller.key),
        condition: '#revision = :callerRevision',
        values: { callerRevision: revision },
        isMet: (item) => item?.revision === revision,
        refused: staleCaller,
      },
    ];
  }
  return [
    sessionExists(caller, staleCaller),
    userIsUnchanged(caller),
    ...(caller.hasSecondFactor ? [] : [acceptsMissingFactor(caller.accountId)]),
  ];
}
