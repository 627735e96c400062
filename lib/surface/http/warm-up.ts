// Warms up a function during initialization, when Lambda provides a full CPU: opens connections and reads keys.
import { withTimeLimit } from '#lib/foundation/shared/time-limit.ts';

/** Long enough for two TLS handshakes. Limits the delay of a cold start when a service does not respond. */
const limitMilliseconds = 400;

/** Ignores failures, because a request repeats the failed call and reports its failure. */
export async function warmUp(
  calls: readonly (() => Promise<unknown>)[],
  milliseconds = limitMilliseconds,
): Promise<void> {
  await withTimeLimit(milliseconds, Promise.allSettled(calls.map((call) => call())), () => []);
}
