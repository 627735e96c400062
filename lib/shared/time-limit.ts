// Limits the time of requests and of single operations.

/** A call of the table is repeated after a transient failure. Each attempt ends after this time. */
export const tableCall = { attempts: 4, attemptMilliseconds: 2000 } as const;

/** Longer than all attempts of a call of the table, and shorter than the gateway's limit of 29 seconds. */
export const functionTimeoutSeconds = 10;

/** The timeout of a function behind the stream, a queue or the log. */
export const backgroundTimeoutSeconds = 60;

/** A worker behind a queue begins steps for this long. The rest of its time is for the last step. */
export const workMilliseconds = 20_000;

/** After a timeout, the work continues in the background. */
export async function withTimeLimit<Result>(
  milliseconds: number,
  work: Promise<Result>,
  onTimeout: () => Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, timeout.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
