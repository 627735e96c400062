// Changing the signing keys, wherever their document is kept: read, decide, and write if nobody else has meanwhile.

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

/** A place that keeps the document. */
export interface KeyStore {
  /** The document, and the version that it is. */
  read(): Promise<{ readonly text: string; readonly version: string }>;
  /** Puts a document in the place of that version; false, and nothing changed, where another one is there by now. */
  replace(text: string, version: string): Promise<boolean>;
}

/** The keys after a change, which may have been none. */
export interface KeyChange {
  readonly isChanged: boolean;
  readonly keys: readonly KeyState[];
}

const parse = (text: string): readonly StoredKey[] => signingKeysDocument.parse(JSON.parse(text)).keys;

const change = (
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

/** Publishes the next key where it is time, and drops those whose tokens are all dead. Safe to run at any time. */
export async function maintainKeys(store: KeyStore, now: Date): Promise<void> {
  const { isChanged, keys } = await change(store, now, (before) => maintain(before, now, newSigningKey()));
  if (isChanged) logger.info('signing keys changed', { keys });
}

/** Publishes the next key now, unless one is published already; `conflict` where there are too many. */
export const rotateKeys = (store: KeyStore, now: Date): Promise<KeyChange> =>
  change(store, now, (keys) => rotate(keys, now, newSigningKey()));

/** Drops a key at once; `notFound` where there is none of that id. */
export const revokeKey = (store: KeyStore, kid: string, now: Date): Promise<KeyChange> =>
  change(store, now, (keys) => revoke(keys, kid, now, newSigningKey()));

export const listKeys = async (store: KeyStore, now: Date): Promise<readonly KeyState[]> =>
  keyStates(parse((await store.read()).text), now);
