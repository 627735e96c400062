// The keys that sign tokens on one machine: made at the first start, kept in the data directory.
import { readFileSync } from 'node:fs';
import { newSigningKey, type SigningKeysDocument, signingKeysDocument } from '#lib/auth/signing-keys.ts';
import { StageFailure } from './failure.ts';
import { createFile } from './files.ts';

/** Makes the file, readable by its owner only, where there is none; one that cannot be read is said now. */
export function ensureSigningKeys(file: string): void {
  const document: SigningKeysDocument = { keys: [newSigningKey()] };
  if (createFile(file, JSON.stringify(document))) return;
  try {
    signingKeysDocument.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new StageFailure(`${file} cannot be read. Remove it to have new keys; all tokens then end.`);
  }
}
