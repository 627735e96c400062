// Runs cleanup before this process exits.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const oneSecond = 1000;

/** Calls `cleanUp` once, on a signal or when the parent process ends, because npm does not forward every signal. */
export function onShutdown(cleanUp: () => Promise<void>, exitCode: number): void {
  const parent = process.ppid;
  let isEnding = false;
  const shutDown = (): void => {
    if (isEnding) return;
    isEnding = true;
    void cleanUp().finally(() => process.exit(exitCode));
  };
  for (const signal of signals) process.on(signal, shutDown);
  setInterval(() => process.ppid !== parent && shutDown(), oneSecond).unref();
}
