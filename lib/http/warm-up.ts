// What a function does before its first request, while Lambda still gives it a whole processor: it connects, reads the
// signing keys, and runs once through the code that every request runs through.
import { signingKeys } from '#lib/auth/store/signing-keys.ts';
import { withTimeLimit } from '#lib/shared/time-limit.ts';
import { probes, type TableProbe } from '#lib/table/probe.ts';

export interface WarmUp {
  /** A read that the function's role allows; undefined where it has none. */
  readonly probe: TableProbe | undefined;
  readonly readsSigningKeys: boolean;
}

/** Long enough for two handshakes, and no more than a start can be late where a service does not answer. */
const limitMilliseconds = 400;

/** One call of the table, and one of Secrets Manager, at the same time. Whatever fails, a request will find out. */
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
