// Files that are there whole or not at all.
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const ownerOnly = 0o600;

function writeTemporaryFile(file: string, text: string, flush: boolean): string {
  const temporaryFile = `${file}.${process.pid}.tmp`;
  writeFileSync(temporaryFile, text, { mode: ownerOnly, flush });
  return temporaryFile;
}

/**
 * Puts a file in the place of the one before: whoever reads meanwhile, or after a crash of this process, meets one of
 * the two. After a crash of the machine it may be empty, which is good enough for what can be made again; with `flush` it is
 * not.
 */
export function replaceFile(file: string, text: string, { flush = false } = {}): void {
  renameSync(writeTemporaryFile(file, text, flush), file);
}

/** Makes a file that is not there yet; false where it is. Of several at once, one makes it. */
export function createFile(file: string, text: string): boolean {
  const temporaryFile = writeTemporaryFile(file, text, true);
  try {
    linkSync(temporaryFile, file);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
