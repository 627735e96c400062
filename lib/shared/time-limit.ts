// Time limits of requests and of single operations.

/** The timeout of a function: longer than four SDK attempts of two seconds each. The gateway waits for 29 seconds. */
export const functionTimeoutSeconds = 10;

/** Returns the result of `work`, or of `onTimeout` if `work` takes longer. The work itself is not canceled. */
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
