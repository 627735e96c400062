import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Returns undefined without /proc, which only Linux has, and an empty string for a zombie process. */
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

/** Distinguishes a process from a later process with the same id. Returns undefined if the arguments are unknown. */
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
