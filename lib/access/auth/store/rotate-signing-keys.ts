// Lists, rotates and revokes signing keys, with optimistic locking on their document.

import { newKeyMaterial } from '#lib/access/auth/rules/key-pairs.ts';
import {
  type KeyState,
  keyStates,
  maintain,
  revoke,
  rotate,
  type SigningKeysDocument,
  type StoredKey,
  signingKeysDocument,
} from '#lib/access/auth/rules/signing-keys.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { publishKeys } from './publish-keys.ts';

export interface KeyStore {
  read(): Promise<{ readonly text: string; readonly version: string }>;
  /** Replaces the document and returns true if `version` is still the current version. Otherwise returns false. */
  replace(text: string, version: string): Promise<boolean>;
}

interface KeyChange {
  readonly isChanged: boolean;
  readonly keys: readonly KeyState[];
}

const parse = (text: string): SigningKeysDocument => signingKeysDocument.parse(JSON.parse(text));

const changeKeys = (
  store: KeyStore,
  now: Date,
  decide: (keys: readonly StoredKey[]) => readonly StoredKey[],
): Promise<KeyChange> =>
  retryOnConflict(async () => {
    const { text, version } = await store.read();
    const before = parse(text);
    // An earlier change may have been interrupted before its keys were published.
    await publishKeys(before);
    const keys = decide(before.keys);
    if (keys === before.keys) return { isChanged: false, keys: keyStates(keys, now) };
    const after = signingKeysDocument.parse({ ...before, revision: before.revision + 1, keys });
    if (!(await store.replace(JSON.stringify(after), version))) throw staleWrite();
    await publishKeys(after);
    return { isChanged: true, keys: keyStates(keys, now) };
  });

export async function maintainKeys(store: KeyStore, now: Date): Promise<void> {
  const { isChanged, keys } = await changeKeys(store, now, (before) =>
    maintain(before, now, newKeyMaterial()),
  );
  if (isChanged) logger.info('signing keys changed', { keys });
}

export const rotateKeys = (store: KeyStore, now: Date): Promise<KeyChange> =>
  changeKeys(store, now, (keys) => rotate(keys, now, newKeyMaterial()));

export const revokeKey = (store: KeyStore, kid: string, now: Date): Promise<KeyChange> =>
  changeKeys(store, now, (keys) => revoke(keys, kid, now, newKeyMaterial()));

export const listKeys = async (store: KeyStore, now: Date): Promise<readonly KeyState[]> =>
  keyStates(parse((await store.read()).text).keys, now);
