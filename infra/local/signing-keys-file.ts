// The keys that sign tokens on one machine: made at the first start, kept in the data directory.
import { readFileSync } from 'node:fs';
import { signingKeysDocument } from '#lib/auth/rules/signing-keys.ts';
import type { KeyStore } from '#lib/auth/store/rotate-signing-keys.ts';
import { newSigningKey } from '#lib/auth/store/signing-keys.ts';
import { StageFailure } from './failure.ts';
import { createFile, replaceFile } from './files.ts';

/** Makes the file, readable by its owner only, where there is none; one that cannot be read is said now. */
export function ensureSigningKeys(file: string): void {
  const document = { keys: [newSigningKey()] };
  if (createFile(file, JSON.stringify(document))) return;
  try {
    signingKeysDocument.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new StageFailure(`${file} cannot be read. Remove it to have new keys; all tokens then end.`);
  }
}

/** The file for those who change it: its text is its version. Of two processes in the same instant the later one wins. */
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
