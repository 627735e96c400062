// Waits with exponential backoff and jitter.
// See https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/

const baseMilliseconds = 10;
const capMilliseconds = 400;

export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * Math.min(capMilliseconds, baseMilliseconds * 2 ** attempt));
  });
