// Warms up the tracking link during the cold start: opens a connection and runs code that is slow on its first run.

import { getItem } from '#lib/clicks/tracking/link/minimal-client.ts';
import { withDeadline } from '#lib/clicks/tracking/link/table-call.ts';
import { detectMachine, deviceOf } from '#lib/clicks/tracking/rules/filters.ts';
import { visitorBehindAddress } from '#lib/clicks/tracking/rules/visitors.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import { linkKeys } from '#lib/foundation/table/keys/link-keys.ts';
import { newMeter } from '#lib/foundation/table/meter.ts';

/** Long enough for a TLS handshake. Limits the delay of a cold start while the table is unavailable. */
const limitMilliseconds = Math.max(400, linkEnvironment.LINK_TABLE_MILLISECONDS);

export async function warmUp(): Promise<void> {
  const connected = getItem(linkKeys.probe(), withDeadline(limitMilliseconds, { meter: newMeter() })).catch(
    () => undefined,
  );
  // V8 compiles a pattern to bytecode first, and for its second text to machine code, but for a text of 1,000 characters at once.
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0'.padEnd(1000);
  detectMachine(userAgent);
  deviceOf(userAgent);
  visitorBehindAddress('', '', { address: '', userAgent, maxUniqueClicks: 1 });
  await connected;
}
