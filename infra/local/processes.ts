// Other processes of this machine: whether they run, and ending one that is certainly ours.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** The command line of a process, where this system tells it (Linux): empty for one that has ended but is not buried. */
function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return commandLine(pid) !== '';
}

/** Was the process started with this argument? A process id is given again after a while. undefined: nobody knows. */
export const hasArgument = (pid: number, argument: string): boolean | undefined =>
  commandLine(pid)?.split('\0').includes(argument);

const attempts = 150;
const pauseMilliseconds = 20;

/** Asks a process to end and waits until it has; at last it is not asked any more. */
export async function endProcess(pid: number): Promise<void> {
  for (let attempt = 0; attempt < attempts && isRunning(pid); attempt += 1) {
    if (attempt === 0) process.kill(pid, 'SIGTERM');
    await setTimeout(pauseMilliseconds);
  }
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}
