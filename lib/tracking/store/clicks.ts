// Storing clicks. Each is one update of its visit, which may be made any number of times.
import { environment } from '#lib/shared/environment.ts';
import { putItem } from '#lib/table/client.ts';
import { updateOrGetExisting } from '#lib/table/conditional.ts';
import { repeatMilliseconds, type Verdict, verdictsOf } from '#lib/tracking/rules/verdicts.ts';
import { type Click, entryOf, parseEntry, type Visit } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { overflowItem, recordingOf } from '#lib/tracking/writes/visits.ts';

/**
 * Stores a click and says what becomes of it. What stood there before comes with the same write, so of reports that come at
 * once just one is told that it counts. One round trip; two for a click beyond a full visit.
 */
export async function recordClick(click: Click): Promise<Verdict> {
  const days = environment.CLICK_RETENTION_DAYS;
  const { isRefused, before } = await updateOrGetExisting(recordingOf(click, days));
  if (isRefused) await putItem({ Item: overflowItem(click, days) });
  return verdictOn(click, before === undefined ? undefined : storedVisit.parse(before), isRefused);
}

/**
 * What is answered for a click, by what was stored before it. It repeats one that was answered to count, though that be the
 * later one by some milliseconds: the statistics count one of the two, and nobody is told twice that it was theirs.
 */
export function verdictOn(click: Click, before: Visit | undefined, isBeyond = false): Verdict {
  const entry = parseEntry(entryOf(click));
  const verdicts = before === undefined ? [] : verdictsOf(before);
  // It has been stored before: the answer was lost, and the write was sent again.
  const known = verdicts.find(({ entry: { text } }) => text === entry.text);
  if (known !== undefined) return known;
  if (entry.filtered !== null) return { entry, reason: entry.filtered, isUnique: false, repeats: null };
  const counted = verdicts.filter(({ reason }) => reason === null).map((verdict) => verdict.entry);
  const near = counted.findLast(({ at }) => Math.abs(at - entry.at) < repeatMilliseconds);
  const repeats = near ?? (isBeyond ? counted.at(-1) : undefined);
  return repeats === undefined && !isBeyond
    ? { entry, reason: null, isUnique: counted.length === 0, repeats: null }
    : { entry, reason: 'duplicate', isUnique: false, repeats: repeats ?? null };
}
