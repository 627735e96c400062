import { readFileSync } from 'node:fs';
import { newKeyMaterial } from '#lib/access/auth/rules/key-pairs.ts';
import { signingKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import type { KeyStore } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { StageFailure } from './failure.ts';
import { createFile, replaceFile } from './files.ts';

/** The first document is a single key, as Secrets Manager generates it. */
export function ensureSigningKeys(file: string): void {
  if (createFile(file, JSON.stringify(newKeyMaterial()))) return;
  try {
    signingKeysDocument.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new StageFailure(
      `${file} is not valid. Delete it to create new keys; this invalidates all tokens.`,
    );
  }
}

/** Uses the content of the file as its version. If two processes write at the same time, the last write wins. */
export const fileKeyStore = (file: string): KeyStore => {
  const read = () => readFileSync(file, 'utf8');
  return {
    read: async () => {
      const text = read();
      return { text, version: text };
    },
    replace: async (text, version) => {
      if (read() !== version) return false;
      replaceFile(file, text, { flush: true });
      return true;
    },
  };
};
