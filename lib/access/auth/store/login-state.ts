// Reads what decides about a login: the credentials, whether the IP address is known, and the failed logins.
import { keyedHash } from '#lib/access/auth/rules/keyed-hash.ts';
import { freeFailures, windowOf } from '#lib/access/auth/rules/login-limits.ts';
import { type StoredCredentials, storedCredentials } from '#lib/access/auth/schema.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { addressBlock } from '#lib/foundation/shared/ip-addresses.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export interface Counter {
  readonly key: Key;
  readonly free: number;
}

export interface LoginState {
  readonly credentials: StoredCredentials | undefined;
  readonly knownAddress: Key;
  /** The counters that apply to this login, each with the failures that were read. */
  readonly counters: readonly (Counter & { readonly failures: number })[];
}

export const failuresIn = (item: Item | undefined): number => Number(item?.failures ?? 0);

export async function readLoginState(
  key: Uint8Array,
  email: string,
  sourceIp: string,
  now: Date,
): Promise<LoginState> {
  const address = addressBlock(sourceIp);
  const window = windowOf(now);
  /** Contains the e-mail address, so that equal addresses of two users have different hashes. */
  const ownHash = keyedHash(key, 'known address', email, address);
  const knownAddress = keys.knownAddress(email, ownHash);
  const ofKnown = keys.accountFailures(email, ownHash, window);
  const ofUnknown = keys.accountFailures(email, 'STRANGERS', window);
  const ofAddress = keys.addressFailures(keyedHash(key, 'address', address), window);
  const [account, known, ofKnownItem, ofUnknownItem, ofAddressItem] = await getItems([
    keys.credentials(email),
    knownAddress,
    ofKnown,
    ofUnknown,
    ofAddress,
  ]);
  const isKnown = known !== undefined && Number(known.expiresAt) > epochSeconds(now);
  const counters = isKnown
    ? [{ key: ofKnown, free: freeFailures.knownAddress, failures: failuresIn(ofKnownItem) }]
    : [
        { key: ofUnknown, free: freeFailures.account, failures: failuresIn(ofUnknownItem) },
        { key: ofAddress, free: freeFailures.address, failures: failuresIn(ofAddressItem) },
      ];
  const credentials = account === undefined ? undefined : storedCredentials.parse(account);
  return { credentials, knownAddress, counters };
}
