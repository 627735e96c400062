import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Returns an empty string for a zombie process. Returns undefined if the process has ended or if /proc is missing. */
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

/** Use it to detect that another process now has the id `pid`. Returns undefined if the arguments are unknown. */
export const hasArgument = (pid: number, argument: string): boolean | undefined =>
  commandLine(pid)?.split('\0').includes(argument);

const attempts = 150;
const pauseMilliseconds = 20;

export async function endProcess(pid: number): Promise<void> {
  for (let attempt = 0; attempt < attempts && isRunning(pid); attempt += 1) {
    if (attempt === 0) process.kill(pid, 'SIGTERM');
    await setTimeout(pauseMilliseconds);
  }
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}
