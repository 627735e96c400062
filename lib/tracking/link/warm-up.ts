// What the link's function does before its first request: it connects, and runs once through the code that is slow when it
// runs for the first time.
import { environment } from '#lib/shared/environment.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { newMeter } from '#lib/table/meter.ts';
import { getItem } from '#lib/tracking/link/minimal-client.ts';
import { withDeadline } from '#lib/tracking/link/table-call.ts';
import { deviceOf, filterOf } from '#lib/tracking/rules/filters.ts';
import { passingVisitor } from '#lib/tracking/rules/visitors.ts';

/** Long enough for a handshake. A table that does not answer delays the start no longer than this. */
const limitMilliseconds = Math.max(400, environment.LINK_TABLE_MILLISECONDS);

/** Whatever fails, a request will find out. */
export async function warmUp(): Promise<void> {
  const connected = getItem(keys.probe(), withDeadline(limitMilliseconds, { meter: newMeter() })).catch(
    () => undefined,
  );
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
  filterOf({ userAgent, creatorEarns: true, campaignRuns: true });
  deviceOf(userAgent);
  passingVisitor('', '', '', userAgent);
  await connected;
}
