// Work that nobody waits for longer than they must.

/**
 * How long a function has for a request. Longer than four attempts of the SDK with two seconds each; the gateway itself
 * waits for 29.
 */
export const functionSeconds = 10;

/**
 * The result of `work`, or, where that takes longer than so many milliseconds, what `late` answers or throws. The work
 * is not cut off: it may still end, unheard.
 */
export async function withTimeLimit<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, timeout.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
