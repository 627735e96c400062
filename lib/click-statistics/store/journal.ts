// Appends changes to the journal of a brand and month, exactly once. One put of at most 1 KB stores the changes of a batch.

import { packHalves } from '#lib/click-statistics/rules/journal/halves.ts';
import {
  hasAllChanges,
  headPut,
  type JournalHead,
  type JournalId,
  newHead,
  positionsPut,
  segmentPut,
} from '#lib/click-statistics/rules/journal/items.ts';
import { mergePositions, positionIn, withPosition } from '#lib/click-statistics/rules/journal/positions.ts';
import { now } from '#lib/shared/clock.ts';
import type { ChangeDeltas } from '#lib/streams/lazy-changes.ts';
import { putOrGetExisting } from '#lib/table/conditional.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { sizeOfPuts } from '#lib/table/writes/transaction-size.ts';
import { staleWrite } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { hasRollups, readHead, readJournal, readPositions, readSegment } from './journal-items.ts';
import { isFull, journalLimits } from './journal-limits.ts';
import { moveToRollups } from './move-journal.ts';
import { becomeWide, hasManyCreators } from './wide-months/become-wide.ts';

type Changes = readonly ChangeDeltas<ClickDelta>[];

interface Append {
  readonly id: JournalId;
  readonly shardId: string;
  readonly head: JournalHead;
}

/** Conflicts are frequent for a large brand, because all shards append to the same journal. */
const maxAttempts = 30;

const deltasIn = (changes: Changes): readonly ClickDelta[] => changes.flatMap(({ deltas }) => deltas);

export interface Appended {
  readonly appended: readonly ClickDelta[];
  /** The changes that belong to the rollups or to the buffer, because the journal does not take any more changes. */
  readonly remaining: Changes;
  /** True if the remaining changes belong to the buffer of a wide month. */
  readonly isWide: boolean;
}

/** Returns the same remaining changes in each attempt, because the positions of such a journal never change. */
export const appendToJournal = (id: JournalId, shardId: string, changes: Changes): Promise<Appended> =>
  retryOnConflict(async (attempt) => {
    // A stale head costs half. The condition of the write then fails, and the next attempt reads the current one.
    const head = (await readHead(id, attempt > 0)) ?? newHead((await hasRollups(id)) ? 'moved' : 'open');
    return append({ id, shardId, head }, changes);
  }, maxAttempts);

async function append(run: Append, changes: Changes): Promise<Appended> {
  const { id, head } = run;
  const included = await includedPosition(run);
  const remaining = changes.filter(({ at }) => at > included);
  const isWide = head.state === 'wide';
  if (remaining.length === 0) return { appended: [], remaining, isWide };
  const deltas = deltasIn(remaining);
  if (!isWide && (await needsWideMonth(run, deltas))) {
    await becomeWide(id, head);
    return { appended: [], remaining, isWide: true };
  }
  if (!hasAllChanges(head)) {
    if (head.revision === 0) await putHead(id, head, head);
    return { appended: [], remaining, isWide };
  }
  if (head.state === 'moving' || isFull(head, deltas.length)) {
    await moveToRollups(id);
    throw staleWrite();
  }
  const position = remaining.at(-1)?.at ?? included;
  await appendDeltas(run, deltas, position);
  return { appended: deltas, remaining: [], isWide };
}

/** True for a moved journal if the batch has many creators, and for a full one if the journal and the batch have many. */
async function needsWideMonth({ id, head }: Append, deltas: readonly ClickDelta[]): Promise<boolean> {
  if (head.state === 'moved') return hasManyCreators(deltas);
  if (head.state !== 'open' || !isFull(head, deltas.length)) return false;
  const journal = await readJournal(id);
  return hasManyCreators([...(journal?.deltas ?? []), ...deltas]);
}

/** The position of the shard is in the head, or with the segments if the head has no changes of the shard. */
async function includedPosition({ id, shardId, head }: Append): Promise<string> {
  const own = positionIn(head.positions, shardId);
  return own ?? positionIn(await readPositions(id, head), shardId) ?? '';
}

async function putHead(id: JournalId, before: JournalHead, after: JournalHead): Promise<void> {
  const { item, ...condition } = headPut(id, before, after);
  if ((await putOrGetExisting(item, condition)) !== undefined) throw staleWrite();
}

async function appendDeltas(run: Append, deltas: readonly ClickDelta[], position: string): Promise<void> {
  const { id, shardId, head } = run;
  const fits = (after: JournalHead) => sizeOfPuts([headPut(id, head, after)]) <= journalLimits.headBytes;
  const positions = withPosition(head.positions, shardId, position, now());
  const changes = head.changes + deltas.length;
  const after: JournalHead = { ...head, changes, deltas: [...head.deltas, ...deltas], positions };
  if (fits(after)) return putHead(id, head, after);
  const own = withPosition(new Map(), shardId, position, now());
  const emptied: JournalHead = { ...after, deltas: [], positions: own };
  const refilled: JournalHead = { ...emptied, deltas };
  const [next, toSegments] = fits(refilled) ? [refilled, head.deltas] : [emptied, after.deltas];
  const { last, puts } = await segmentsWith(run, toSegments);
  const earlier = mergePositions(await readPositions(id, head), head.positions, now());
  await transact([headPut(id, head, { ...next, segments: last }), positionsPut(id, earlier), ...puts]);
}

/** Adds the changes to the newest segment if it is small, or to new ones. */
async function segmentsWith({ id, head }: Append, deltas: readonly ClickDelta[]) {
  if (head.segments > 0) {
    const newest = await readSegment(id, head.segments);
    const grown = segmentPut(id, head.segments, [...newest, ...deltas]);
    if (sizeOfPuts([grown]) <= journalLimits.segmentBytes) return { last: head.segments, puts: [grown] };
  }
  const packing = {
    pack: (part: readonly ClickDelta[]) => part,
    bytesOf: (part: readonly ClickDelta[]) => sizeOfPuts([segmentPut(id, 1, part)]),
  };
  const parts = packHalves(deltas, packing, journalLimits.largestSegmentBytes);
  const puts = parts.map((part, index) => segmentPut(id, head.segments + 1 + index, part));
  return { last: head.segments + puts.length, puts };
}
