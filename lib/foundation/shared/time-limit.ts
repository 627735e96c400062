// Limits the time of requests and of single operations.

/** A call of the table is repeated after a transient failure. Each attempt ends after this time. */
export const tableCall = { attempts: 4, attemptMilliseconds: 2000 } as const;

/** Longer than all attempts of a call of the table, and shorter than the gateway's limit of 29 seconds. */
export const functionTimeoutSeconds = 10;

/** The timeout of a function behind the stream, a queue or the log. */
export const backgroundTimeoutSeconds = 60;

/** A worker behind a queue begins steps for this long. The rest of its time is for the last step. */
export const workMilliseconds = 20_000;

/** Measures how long work takes. Tests replace it, because a busy machine takes longer. */
export interface Timer {
  /** Returns the milliseconds since a fixed time. */
  elapsed(): number;
  /** Calls `end` after this time, unless the caller cancels it with the returned function. */
  start(milliseconds: number, end: () => void): () => void;
}

export const systemTimer: Timer = {
  elapsed: () => performance.now(),
  start: (milliseconds, end) => {
    const timeout = setTimeout(end, Math.max(0, milliseconds));
    return () => clearTimeout(timeout);
  },
};

let timer = systemTimer;

export function useTimer(replacement: Timer): void {
  timer = replacement;
}

/** The returned function tells whether the time is over. */
export function timeLimit(milliseconds: number): () => boolean {
  const end = timer.elapsed() + milliseconds;
  return () => timer.elapsed() >= end;
}

/** After a timeout, the work continues in the background. */
export async function withTimeLimit<Result>(
  milliseconds: number,
  work: Promise<Result>,
  onTimeout: () => Result,
): Promise<Result> {
  let cancel: (() => void) | undefined;
  const timeout = new Promise<void>((resolve) => {
    cancel = timer.start(milliseconds, resolve);
  });
  try {
    return await Promise.race([work, timeout.then(onTimeout)]);
  } finally {
    cancel?.();
  }
}
