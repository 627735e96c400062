import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const ownerOnly = 0o600;

function writeTemporaryFile(file: string, text: string, flush: boolean): string {
  const temporaryFile = `${file}.${process.pid}.tmp`;
  writeFileSync(temporaryFile, text, { mode: ownerOnly, flush });
  return temporaryFile;
}

/** Replaces a file atomically. Without `flush`, the file may be empty after a crash of the machine. */
export function replaceFile(file: string, text: string, { flush = false } = {}): void {
  renameSync(writeTemporaryFile(file, text, flush), file);
}

/** Creates a file, or returns false if it exists. Only one of several concurrent calls creates the file. */
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
