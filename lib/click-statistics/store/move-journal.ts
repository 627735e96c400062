// Moves a journal that is full to the rollups of its month, in steps of one transaction.
import {
  hasAllChanges,
  headPut,
  type JournalHead,
  type JournalId,
  journalKeys,
  newHead,
} from '#lib/click-statistics/rules/journal/items.ts';
import { mergePositions } from '#lib/click-statistics/rules/journal/positions.ts';
import { rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { dayOfHour } from '#lib/click-statistics/rules/rollups/items.ts';
import { now } from '#lib/shared/clock.ts';
import { addDays, epochSeconds } from '#lib/shared/dates.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { readHead, readJournal, readPositions } from './journal-items.ts';
import { prepareTransaction } from './rollup-transaction.ts';

const maxAttempts = 30;

type DeltasByDay = ReadonlyMap<string, readonly ClickDelta[]>;
type ReadDeltas = () => Promise<DeltasByDay>;

async function deltasByDay(id: JournalId): Promise<DeltasByDay> {
  const { deltas = [] } = (await readJournal(id)) ?? {};
  return Map.groupBy(deltas, ({ hour }) => dayOfHour(hour));
}

/** Several runs can move a journal at the same time: each step is written under the condition that the head has not changed. */
export async function moveToRollups(id: JournalId): Promise<void> {
  let read: Promise<DeltasByDay> | undefined;
  const readDeltas: ReadDeltas = () => {
    read ??= deltasByDay(id);
    return read;
  };
  while (await retryOnConflict(() => moveNext(id, readDeltas), maxAttempts));
}

/** Returns false if the journal was already moved. */
async function moveNext(id: JournalId, readDeltas: ReadDeltas): Promise<boolean> {
  const head = (await readHead(id, true)) ?? newHead();
  if (!hasAllChanges(head)) return false;
  await transact(
    head.state === 'open' ? await startOf(id, head) : await stepOf(id, head, await readDeltas()),
  );
  return true;
}

/** From now on, the journal does not change, so its changes need to be read only once. */
async function startOf(id: JournalId, head: JournalHead): Promise<readonly Write[]> {
  const positions = mergePositions(await readPositions(id, head), head.positions, now());
  return [headPut(id, head, { ...head, state: 'moving', positions })];
}

async function stepOf(id: JournalId, head: JournalHead, byDay: DeltasByDay): Promise<readonly Write[]> {
  const { day: next, after } = head.progress;
  const [day] = [...byDay.keys()].filter((date) => date >= next).sort();
  if (day === undefined) return endOf(id, head);
  const remaining = rollupBatches(byDay.get(day) ?? []).filter(({ name }) => day > next || name > after);
  const { batches, puts } = await prepareTransaction(remaining);
  const isDone = batches.length === remaining.length;
  const progress = isDone
    ? { day: addDays(day, 1), after: '' }
    : { day, after: batches.at(-1)?.name ?? after };
  return [headPut(id, head, { ...head, progress }), ...puts];
}

/** Keeps the positions, so that a repeated batch does not add changes to the rollups that the journal had. */
function endOf(id: JournalId, head: JournalHead): readonly Write[] {
  const { revision, positions } = head;
  const movedAt = head.changes === 0 ? 0 : epochSeconds(now());
  const moved: JournalHead = { ...newHead('moved'), revision, positions, movedAt };
  const segments = Array.from({ length: head.segments }, (_, index) => journalKeys.segment(id, index + 1));
  const deletes = [journalKeys.positions(id), ...segments].map((key): Write => ({ kind: 'delete', key }));
  return [headPut(id, head, moved), ...deletes];
}
