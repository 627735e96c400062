import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const ownerOnly = 0o600;

function writeTemporaryFile(file: string, text: string, flush: boolean): string {
  const temporaryFile = `${file}.${process.pid}.tmp`;
  writeFileSync(temporaryFile, text, { mode: ownerOnly, flush });
  return temporaryFile;
}

/** The change is atomic. After a crash of the machine the file may be empty, unless `flush` is set. */
export function replaceFile(file: string, text: string, { flush = false } = {}): void {
  renameSync(writeTemporaryFile(file, text, flush), file);
}

/** Returns false if the file exists. Only one of several concurrent calls creates it. */
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
