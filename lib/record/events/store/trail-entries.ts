// Reads the entries of the audit trail, oldest first, for exports.

import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { sequenceIn } from '#lib/record/events/rules/segment.ts';
import { type TrailEntry, withoutAddress } from '#lib/record/events/rules/trail-entry.ts';
import { hasChosenAddresses, withAddresses } from './addresses.ts';
import { sequenceBefore } from './feed.ts';
import { readEventsAfter } from './segments.ts';
import { trailDays } from './trail.ts';

interface EntryRange {
  readonly from: Date | undefined;
  /** Inclusive. */
  readonly to: Date;
  /** The id of the entry that comes before the first one. */
  readonly after: string | null;
}

/** Each segment has at most 100 entries, and at least one. */
export async function* readEntries(
  brandId: string,
  { from, to, after }: EntryRange,
): AsyncGenerator<readonly TrailEntry[]> {
  const oldest = addSeconds(now(), -trailDays * secondsPerDay);
  const start = from === undefined || from < oldest ? oldest : from;
  let sequence = after === null ? await sequenceBefore(brandId, start) : sequenceIn(after);
  const showsAddresses = await hasChosenAddresses(brandId);
  for (;;) {
    const entries = await readEventsAfter(brandId, sequence);
    const wanted = entries.filter(({ createdAt }) => createdAt <= to.toISOString());
    if (wanted.length > 0)
      yield showsAddresses ? await withAddresses(brandId, wanted, now()) : wanted.map(withoutAddress);
    const last = entries.at(-1);
    if (last === undefined || wanted.length < entries.length) return;
    sequence = last.sequence;
  }
}
