// Checks and ends other processes of this machine.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Returns the command line of a process (Linux only). Empty for a zombie process. */
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

/** undefined if unknown. Distinguishes a process from a later one with the same id. */
export const hasArgument = (pid: number, argument: string): boolean | undefined =>
  commandLine(pid)?.split('\0').includes(argument);

const attempts = 150;
const pauseMilliseconds = 20;

/** Sends SIGTERM, waits for the process to exit, and sends SIGKILL after 3 seconds. */
export async function endProcess(pid: number): Promise<void> {
  for (let attempt = 0; attempt < attempts && isRunning(pid); attempt += 1) {
    if (attempt === 0) process.kill(pid, 'SIGTERM');
    await setTimeout(pauseMilliseconds);
  }
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}
