// Deletes the changes of a journal after all rollups of its wide month have them.
import {
  headPut,
  type JournalHead,
  type JournalId,
  journalKeys,
  parseDeltas,
} from '#lib/click-statistics/rules/journal/items.ts';
import { mergePositions } from '#lib/click-statistics/rules/journal/positions.ts';
import { type Folds, foldsPut, journalRound } from '#lib/click-statistics/rules/wide-months/items.ts';
import { readHead, readPositions } from '#lib/click-statistics/store/journal-items.ts';
import { now } from '#lib/shared/clock.ts';
import { getItems } from '#lib/table/client.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { transact } from '#lib/table/transact.ts';
import { takeWithin, unitsOfPuts } from '#lib/table/writes/transaction-size.ts';
import { type Put, staleWrite, type Write } from '#lib/table/writes/write.ts';

/** One transaction reads and deletes so many segments at most. */
const maxSegments = 20;

interface Segment {
  readonly key: Key;
  readonly item: Item;
}

/** The newest segments that may be deleted for so many write units. */
async function segmentsWithin(id: JournalId, head: JournalHead, units: number): Promise<readonly Segment[]> {
  const keys = Array.from({ length: Math.min(head.segments, maxSegments) }, (_, nth) =>
    journalKeys.segment(id, head.segments - nth),
  );
  const items = await getItems(keys);
  const segments = keys.map((key, index): Segment => {
    const item = items[index];
    if (item === undefined) throw staleWrite();
    return { key, item };
  });
  const putOf = ({ key, item }: Segment): Put => ({ kind: 'put', item: { ...item, ...key } });
  return takeWithin(segments, units, (segment) => unitsOfPuts([putOf(segment)]));
}

/**
 * The last step copies the positions into the head. Their own item stays, because a run can have read the head from before, and would
 * count a repeated batch twice without them.
 */
async function withoutChanges(id: JournalId, head: JournalHead): Promise<JournalHead> {
  const positions = mergePositions(await readPositions(id, head), head.positions, now());
  return { ...head, deltas: [], changes: 0, segments: 0, positions };
}

/**
 * The head always has the number of stored changes and segments, because readers compare it with what they read. Returns false if
 * there was nothing to delete.
 */
export async function dropJournal(id: JournalId, folds: Folds, units: number): Promise<boolean> {
  const isFolded = folds.summary.from > journalRound && folds.creators.from > journalRound;
  if (!folds.hasJournal || !isFolded) return false;
  const head = await readHead(id, true);
  if (head === undefined) throw staleWrite();
  const dropped = await segmentsWithin(id, head, units);
  const deletes = dropped.map(({ key }): Write => ({ kind: 'delete', key }));
  if (dropped.length < head.segments) {
    const changes = head.changes - dropped.flatMap(({ item }) => parseDeltas(id, item)).length;
    const shorter: JournalHead = { ...head, changes, segments: head.segments - dropped.length };
    await transact([headPut(id, head, shorter), ...deletes]);
    return true;
  }
  await transact([
    headPut(id, head, await withoutChanges(id, head)),
    foldsPut(id, folds, { ...folds, hasJournal: false }),
    ...deletes,
  ]);
  return true;
}
