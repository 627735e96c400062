import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const ownerOnly = 0o600;

/** Leaves no temporary file behind, not even if the disk is full. */
function withTemporaryFile(
  file: string,
  text: string,
  flush: boolean,
  use: (temporary: string) => void,
): void {
  const temporaryFile = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporaryFile, text, { mode: ownerOnly, flush });
    use(temporaryFile);
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/** Replaces a file atomically. Without `flush`, the file may be empty after a crash of the machine. */
export const replaceFile = (file: string, text: string, { flush = false } = {}): void =>
  withTemporaryFile(file, text, flush, (temporary) => renameSync(temporary, file));

/** Creates a file, or returns false if it exists. Only one of several concurrent calls creates the file. */
export function createFile(file: string, text: string): boolean {
  try {
    withTemporaryFile(file, text, true, (temporary) => linkSync(temporary, file));
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Returns the secret in the file, which the first call creates. */
export function storedSecret(file: string): string {
  createFile(file, randomBytes(36).toString('base64url'));
  return readFileSync(file, 'utf8');
}

export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
