// What the link's function does before its first request: it connects, and runs once through the code that is slow when it
// runs for the first time.
import { deviceOf, filterOf } from '#lib/clicks/filters.ts';
import { passingVisitor } from '#lib/clicks/visitors.ts';
import { environment } from '#lib/shared/environment.ts';
import { keys } from '#lib/table/keys.ts';
import { allow } from '#lib/table/lean-call.ts';
import { getItem } from '#lib/table/lean-client.ts';
import { newMeter } from '#lib/table/meter.ts';

/** Long enough for a handshake. A table that does not answer delays the start no longer than this. */
const limitMilliseconds = Math.max(400, environment.LINK_TABLE_MILLISECONDS);

/** Whatever fails, a request will find out. */
export async function warmUp(): Promise<void> {
  const connected = getItem(keys.probe(), allow(limitMilliseconds, { meter: newMeter() })).catch(
    () => undefined,
  );
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
  filterOf({ userAgent, creatorEarns: true, campaignRuns: true });
  deviceOf(userAgent);
  passingVisitor('', '', '', userAgent);
  await connected;
}
