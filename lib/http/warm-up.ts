// Warms up a function during initialization, when Lambda provides a full CPU: opens connections and loads signing keys.
import { signingKeys } from '#lib/auth/store/signing-keys.ts';
import { withTimeLimit } from '#lib/shared/time-limit.ts';
import { probes, type TableProbe } from '#lib/table/probe.ts';

export interface WarmUp {
  readonly probe: TableProbe | undefined;
  readonly readsSigningKeys: boolean;
}

/** Long enough for two TLS handshakes. Limits the delay of a cold start when a service does not respond. */
const limitMilliseconds = 400;

/** Ignores failures, because a request repeats the failed call and reports its failure. */
export async function warmUp(
  { probe, readsSigningKeys }: WarmUp,
  milliseconds = limitMilliseconds,
): Promise<void> {
  const work = [
    ...(probe === undefined ? [] : [probes[probe]()]),
    ...(readsSigningKeys ? [signingKeys()] : []),
  ];
  await withTimeLimit(milliseconds, Promise.allSettled(work), () => []);
}
