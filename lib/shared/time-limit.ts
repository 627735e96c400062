// Limits the time of requests and of single operations.

/** Longer than four SDK attempts of two seconds each, and shorter than the gateway's limit of 29 seconds. */
export const functionTimeoutSeconds = 10;

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
