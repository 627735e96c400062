// Reads the items of journals.
import {
  type JournalHead,
  type JournalId,
  journalKeys,
  parseDeltas,
  parseHead,
  parsePositions,
} from '#lib/click-statistics/rules/journal/items.ts';
import type { Positions } from '#lib/click-statistics/rules/journal/positions.ts';
import { rollupItemKeys } from '#lib/click-statistics/rules/rollups/items.ts';
import { scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { getItem, getItemEventually, queryAll } from '#lib/table/client.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import { clickJournalPartition } from '#lib/table/keys/rollup-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import { pause } from '#lib/table/pause.ts';
import { staleWrite } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

export async function readHead(id: JournalId, isConsistent: boolean): Promise<JournalHead | undefined> {
  const item = await (isConsistent ? getItem : getItemEventually)(journalKeys.head(id));
  return item === undefined ? undefined : parseHead(id, item);
}

export async function readSegment(id: JournalId, number: number): Promise<readonly ClickDelta[]> {
  const item = await getItem(journalKeys.segment(id, number));
  // Another run has moved the journal since the head was read.
  if (item === undefined) throw staleWrite();
  return parseDeltas(id, item);
}

/** Of the changes in the segments. Strongly consistent, because a change counts twice if its position is not seen. */
export async function readPositions(id: JournalId, { segments }: JournalHead): Promise<Positions> {
  const item = segments === 0 ? undefined : await getItem(journalKeys.positions(id));
  return item === undefined ? new Map() : parsePositions(item);
}

/** The rollups of a month from before this release have no journal. */
export const hasRollups = async ({ brandId, month }: JournalId): Promise<boolean> =>
  (await getItem(rollupItemKeys.open(scopeOf(brandId, {}), month))) !== undefined;

export interface Journal {
  readonly head: JournalHead;
  readonly deltas: readonly ClickDelta[];
}

const maxAttempts = 6;

/** Returns undefined if the month has no journal. */
export async function readJournal(id: JournalId, isConsistent = true): Promise<Journal | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { sk } = journalKeys.head(id);
    const query = toQueryInput({ partition: clickJournalPartition(id.brandId, id.month) }, { from: sk });
    const items = await queryAll({ ...query, ConsistentRead: isConsistent || attempt > 0 });
    const stored = items.find((item) => item[sortKey] === sk);
    if (stored === undefined) return undefined;
    const head = parseHead(id, stored);
    const segments = items.filter((item) => item !== stored).map((item) => parseDeltas(id, item));
    const deltas = [...segments.flat(), ...head.deltas];
    // A query is no snapshot: a write between its items would hide or repeat the changes that moved to a segment.
    if (segments.length === head.segments && deltas.length === head.changes) return { head, deltas };
    await pause(attempt);
  }
  throw unavailable(new Error('The journal changed during every attempt to read it'));
}
