// Computes the digests of complete days, and reads them.
import * as z from 'zod';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { query } from '#lib/foundation/table/client.ts';
import { digestPartition, eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite, putNew, staleWrite } from '#lib/foundation/table/writes/write.ts';
import {
  type Digest,
  dayOfEntry,
  hashOfEntry,
  maxEntriesPerDigest,
  newDigest,
} from '#lib/record/events/rules/digest.ts';
import { readEventsAfter } from './segments.ts';

/** Longer than the entries, so that the oldest entries still have a digest. */
export const retentionDays = 430;

const storedDigest = z.object({
  day: z.string(),
  digest: z.string(),
  previous: z.string().nullable(),
  first: z.int(),
  last: z.int(),
  fingerprints: z.instanceof(Uint8Array),
});

const listOf = (brandId: string) => ({ partition: digestPartition(brandId) });

async function readNewest(brandId: string): Promise<Digest | undefined> {
  const input = { ...toQueryInput(listOf(brandId)), Limit: 1, ScanIndexForward: false };
  const [found] = (await query(input)).Items ?? [];
  return found && storedDigest.parse(found);
}

export async function readDigests(brandId: string): Promise<readonly Digest[]> {
  const digests: Digest[] = [];
  for await (const page of queryPages(listOf(brandId), {})) {
    digests.push(...page.map((item) => storedDigest.parse(item)));
  }
  return digests;
}

/** Returns undefined if the next entry is of today, because more entries of today can follow. */
async function computeNext(brandId: string, previous: Digest | undefined, today: string) {
  const hashes: Buffer[] = [];
  let [day, first, position]: [string | undefined, number, number] = [undefined, 0, previous?.last ?? 0];
  const finish = () => (day === undefined ? undefined : newDigest(day, previous, first, hashes));
  for (;;) {
    const entries = await readEventsAfter(brandId, position);
    for (const entry of entries) {
      const ofEntry = dayOfEntry(entry);
      const isEnd = ofEntry >= today || (day !== undefined && ofEntry !== day);
      if (isEnd || hashes.length === maxEntriesPerDigest) return finish();
      if (day === undefined) [day, first] = [ofEntry, entry.sequence];
      hashes.push(hashOfEntry(entry));
      position = entry.sequence;
    }
    if (entries.length === 0) return finish();
  }
}

/** Idempotent: a digest is stored once, and concurrent runs compute the same one. */
export async function digestTrail(brandId: string, now: Date, hasTime = () => true): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const expiresAt = epochSeconds(addSeconds(now, retentionDays * secondsPerDay));
  let previous = await readNewest(brandId);
  while (hasTime()) {
    const next = await computeNext(brandId, previous, today);
    if (next === undefined) return;
    const item = { ...eventKeys.digest(brandId, next.first), ...next, expiresAt };
    try {
      await transact([putNew(item, staleWrite)]);
    } catch (error) {
      if (isStaleWrite(error)) return;
      throw error;
    }
    const { day, digest, first, last } = next;
    logger.info('audit digest', { brandId, day, digest, first, last });
    previous = next;
  }
}
