// Verifies the audit trail of a brand against its digests.

import { addDays, dayOf } from '#lib/foundation/shared/dates.ts';
import { eventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { eventsIn, storedSegment } from '#lib/record/events/rules/segment.ts';
import { TrailVerifier, type Verification } from '#lib/record/events/rules/verification.ts';
import { readDigests } from './digests.ts';

/** Two days less than the retention, because DynamoDB deletes expired items within two days. */
export const verifiedDays = 398;

/** Reads all segments. Digests of days whose entries may have expired are not verified. */
export async function verifyTrail(brandId: string, now: Date): Promise<Verification> {
  const oldest = addDays(dayOf(now), -verifiedDays);
  const digests = (await readDigests(brandId)).filter(({ day }) => day >= oldest);
  const verifier = new TrailVerifier(digests);
  for await (const segments of queryPages({ partition: eventPartition(brandId) }, {})) {
    for (const segment of segments)
      for (const entry of eventsIn(storedSegment.parse(segment))) verifier.add(entry);
  }
  return verifier.result();
}
