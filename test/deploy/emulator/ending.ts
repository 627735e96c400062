// When a program of ours is asked to end, what it has started must end before it.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const second = 1000;

/** Calls `end` once, on the first signal; and when npm was ended by its process id, which tells nobody below it. */
export function whenAskedToEnd(end: () => Promise<void>, exitCode: number): void {
  const parent = process.ppid;
  let isEnding = false;
  const leave = (): void => {
    if (isEnding) return;
    isEnding = true;
    void end().finally(() => process.exit(exitCode));
  };
  for (const signal of signals) process.on(signal, leave);
  setInterval(() => process.ppid !== parent && leave(), second).unref();
}
