// Verifies the audit trail of a brand against its digests.
import { eventsIn, storedSegment } from '#lib/events/rules/segment.ts';
import { TrailVerifier, type Verification } from '#lib/events/rules/verification.ts';
import { addDays, dayOf } from '#lib/shared/dates.ts';
import { eventPartition } from '#lib/table/keys/event-keys.ts';
import { queryPages } from '#lib/table/query-pages.ts';
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
