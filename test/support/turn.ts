// The turn of the commit: it selects the share of positions and files that a commit tests.
import { spawnSync } from 'node:child_process';

/** The first digits of the commit as a number. */
function turnOfCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  return String(Number.parseInt(stdout?.slice(0, 8) || '0', 16));
}

/** Processes that this one starts have the same turn. */
process.env.TEST_TURN ??= turnOfCommit();

export const turn = Number(process.env.TEST_TURN);
