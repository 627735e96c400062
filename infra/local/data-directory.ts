// Checks the directory with the data of the local stage, before it starts and while it runs.
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StageFailure } from './failure.ts';
import { hasErrorCode } from './files.ts';

const neededBytes = 20 * 2 ** 20;
const otherDirectory = 'or set DATA_DIR to another directory';

/** Says what to do about an error of the file system. */
export function adviceFor(error: unknown): string {
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT')) return `the disk is full: free some space, ${otherDirectory}`;
  if (hasErrorCode(error, 'EROFS')) return `the file system is read-only: set DATA_DIR to another directory`;
  if (hasErrorCode(error, 'EACCES', 'EPERM'))
    return `give your user the permission to write, ${otherDirectory}`;
  if (hasErrorCode(error, 'EEXIST', 'ENOTDIR'))
    return `it is a file, or is below one: remove it, ${otherDirectory}`;
  return `${error instanceof Error ? error.message : String(error)}: correct this, ${otherDirectory}`;
}

function checkSpace(directory: string): void {
  const { blocks, bavail, bsize } = statfsSync(directory);
  // Some file systems report no blocks at all.
  if (blocks === 0 || bavail * bsize >= neededBytes) return;
  throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' });
}

/** Creates the directory if it does not exist. Throws a `StageFailure` if no data can be written to it. */
export function prepareDataDirectory(directory: string): void {
  const probe = join(directory, `.probe-${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true });
    checkSpace(directory);
    writeFileSync(probe, 'probe');
    rmSync(probe);
  } catch (error) {
    throw new StageFailure(`The data directory ${directory} cannot be used: ${adviceFor(error)}.`);
  }
}
