// Stores clicks and decides whether they count.

import { countsVisitor } from '#lib/clicks/tracking/rules/address-visits.ts';
import { formatEntry, parseEntry } from '#lib/clicks/tracking/rules/entries.ts';
import { repeatWindowMilliseconds, type Verdict, verdictsOf } from '#lib/clicks/tracking/rules/verdicts.ts';
import type { Click, Visit } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { overflowItem, visitUpdate } from '#lib/clicks/tracking/writes/visits.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { updateOrGetExisting } from '#lib/foundation/table/conditional.ts';

/**
 * The write returns the visit as it was before, and the verdict depends on that visit,
 * so only one of several concurrent clicks counts.
 */
export async function recordClick(click: Click): Promise<Verdict> {
  const days = environment.CLICK_RETENTION_DAYS;
  const { isRefused, before } = await updateOrGetExisting(visitUpdate(click, days));
  const visit = before === undefined ? undefined : storedVisit.parse(before);
  const verdict = verdictFor(click, visit, isRefused);
  const isStored = !isRefused || visit?.entries.some(({ text }) => text === verdict.entry.text);
  if (!isStored) await putItem({ Item: overflowItem(click, days, verdict.reason === 'suspicious') });
  return verdict;
}

/** A click within an hour before a counted click is a duplicate too, because the statistics count only one of them. */
function verdictFor(click: Click, before: Visit | undefined, isOverflow = false): Verdict {
  const entry = parseEntry(formatEntry(click));
  const verdicts = before === undefined ? [] : verdictsOf(before);
  // A retry finds its click already stored if the response of the first write was lost.
  const known = verdicts.find(({ entry: { text } }) => text === entry.text);
  if (known !== undefined) return known;
  if (entry.filtered !== null) return { entry, reason: entry.filtered, isUnique: false, repeats: null };
  const address = before?.address;
  if (address !== undefined && click.visitor !== null) {
    const counts = isOverflow ? address.counted.has(click.visitor) : countsVisitor(address, click.visitor);
    if (!counts) return { entry, reason: 'suspicious', isUnique: false, repeats: null };
  }
  const counted = verdicts
    .filter(({ reason, visitor }) => reason === null && visitor === click.visitor)
    .map((verdict) => verdict.entry);
  const near = counted.findLast(({ at }) => Math.abs(at - entry.at) < repeatWindowMilliseconds);
  const repeats = near ?? (isOverflow ? counted.at(-1) : undefined);
  return repeats === undefined && !isOverflow
    ? { entry, reason: null, isUnique: counted.length === 0, repeats: null }
    : { entry, reason: 'duplicate', isUnique: false, repeats: repeats ?? null };
}
