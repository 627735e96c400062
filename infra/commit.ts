import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The commit of the sources, with `-dirty` if files differ from it. Undefined without git. */
export function currentCommit(): string | undefined {
  const { status, stdout } = spawnSync(
    'git',
    ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'],
    { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : undefined;
}
