// Lists, rotates and revokes signing keys, with optimistic locking on their document.
import {
  type KeyState,
  keyStates,
  maintain,
  revoke,
  rotate,
  type StoredKey,
  signingKeysDocument,
} from '#lib/auth/rules/signing-keys.ts';
import { logger } from '#lib/shared/logger.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { staleWrite } from '#lib/table/writes/write.ts';
import { newSigningKey } from './signing-keys.ts';

export interface KeyStore {
  read(): Promise<{ readonly text: string; readonly version: string }>;
  /** Replaces the document and returns true if `version` is still the current version. Otherwise returns false. */
  replace(text: string, version: string): Promise<boolean>;
}

export interface KeyChange {
  readonly isChanged: boolean;
  readonly keys: readonly KeyState[];
}

const parse = (text: string): readonly StoredKey[] => signingKeysDocument.parse(JSON.parse(text)).keys;

const changeKeys = (
  store: KeyStore,
  now: Date,
  decide: (keys: readonly StoredKey[]) => readonly StoredKey[],
): Promise<KeyChange> =>
  retryOnConflict(async () => {
    const { text, version } = await store.read();
    const before = parse(text);
    const after = decide(before);
    if (after !== before) {
      const { keys } = signingKeysDocument.parse({ keys: after });
      if (!(await store.replace(JSON.stringify({ keys }), version))) throw staleWrite();
    }
    return { isChanged: after !== before, keys: keyStates(after, now) };
  });

export async function maintainKeys(store: KeyStore, now: Date): Promise<void> {
  const { isChanged, keys } = await changeKeys(store, now, (before) =>
    maintain(before, now, newSigningKey()),
  );
  if (isChanged) logger.info('signing keys changed', { keys });
}

export const rotateKeys = (store: KeyStore, now: Date): Promise<KeyChange> =>
  changeKeys(store, now, (keys) => rotate(keys, now, newSigningKey()));

export const revokeKey = (store: KeyStore, kid: string, now: Date): Promise<KeyChange> =>
  changeKeys(store, now, (keys) => revoke(keys, kid, now, newSigningKey()));

export const listKeys = async (store: KeyStore, now: Date): Promise<readonly KeyState[]> =>
  keyStates(parse((await store.read()).text), now);
