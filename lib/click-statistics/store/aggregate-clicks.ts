// Aggregates clicks from the table's stream into journals, rollups and the buffers of wide months, exactly once.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import { monthOfHour } from '#lib/click-statistics/rules/rollups/items.ts';
import {
  type ClickBatch,
  clickBatches,
  isRollupBatch,
} from '#lib/click-statistics/rules/wide-months/batches.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { logger } from '#lib/shared/logger.ts';
import { sum } from '#lib/shared/sum.ts';
import { aggregate } from '#lib/streams/aggregation.ts';
import type { Aggregation } from '#lib/streams/aggregation-definition.ts';
import type { Change } from '#lib/streams/changes.ts';
import { positionOf, readCheckpoint } from '#lib/streams/checkpoint.ts';
import type { ChangeDeltas } from '#lib/streams/lazy-changes.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { visitType } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { appendToJournal } from './journal.ts';
import { eachFits } from './rollup-transaction.ts';
import { wideMonthsOf } from './wide-months/write-batches.ts';

const name = 'CLICKS';
const concurrentJournals = 10;

const isVisit = ({ after }: Change): boolean => after?.type === visitType;

/** Returns no deltas when TTL deletes a visit, because its clicks still count. */
export function deltasOf({ before, after }: Change): readonly ClickDelta[] {
  if (after?.type !== visitType) return [];
  return deltasBetween(
    before === undefined ? undefined : storedVisit.parse(before),
    storedVisit.parse(after),
  );
}

function countClickEvents(deltas: readonly ClickDelta[]): void {
  const counted = sum(deltas.map(({ clicks }) => clicks));
  const filtered = sum(deltas.flatMap((delta) => Object.values(delta.filtered)));
  if (counted + filtered > 0) logger.countEvent('ClickStored', counted + filtered);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}

/** The changes of visits, with the changes of the statistics that they cause. */
interface VisitChange extends ChangeDeltas<ClickDelta> {
  readonly sequenceNumber: string;
}

const parseChange = (change: Change): VisitChange => {
  const { sequenceNumber } = change;
  return { sequenceNumber, at: positionOf(sequenceNumber), deltas: deltasOf(change) };
};

/** Skips a poison record if it is a dead letter already: the checkpoint is past it. */
async function parseChanges(shardId: string, changes: readonly Change[]): Promise<readonly VisitChange[]> {
  try {
    return changes.map(parseChange);
  } catch {
    const { position } = await readCheckpoint(name, shardId);
    return changes.filter(({ sequenceNumber }) => positionOf(sequenceNumber) > position).map(parseChange);
  }
}

/** Groups the changes by journal. All clicks of a visit are on one day, so a visit has one journal. */
function byJournal(changes: readonly VisitChange[]) {
  const withDeltas = changes.filter(({ deltas }) => deltas.length > 0);
  return Map.groupBy(withDeltas, ({ deltas: [first] }) =>
    JSON.stringify([first?.brandId, monthOfHour(first?.hour ?? '')]),
  );
}

interface ForRollups {
  readonly changes: readonly VisitChange[];
  /** The wide months that these changes are in. */
  readonly wide: readonly JournalId[];
}

/** Returns the changes that belong to the rollups or to the buffers of wide months. */
async function appendToJournals(shardId: string, changes: readonly VisitChange[]): Promise<ForRollups> {
  const remaining = new Set<string>();
  const wide: JournalId[] = [];
  await forEachConcurrently(byJournal(changes), concurrentJournals, async ([, own]) => {
    const [{ brandId = '', hour = '' } = {}] = own.flatMap(({ deltas }) => deltas);
    const id = { brandId, month: monthOfHour(hour) };
    const appended = await appendToJournal(id, shardId, own);
    countClickEvents(appended.appended);
    for (const { at } of appended.remaining) remaining.add(at);
    if (appended.isWide && appended.remaining.length > 0) wide.push(id);
  });
  return { changes: changes.filter(({ at }) => remaining.has(at)), wide };
}

/**
 * Appends to all journals before it moves the checkpoint of the shard, because the checkpoint would hide a change that is in
 * neither of them.
 */
export async function aggregateClicks(
  shardId: string,
  changes: readonly Change[],
): Promise<() => Promise<void>> {
  const visits = changes.filter(isVisit);
  const { changes: remaining, wide } = await appendToJournals(shardId, await parseChanges(shardId, visits));
  const deltas = new Map(remaining.map((change) => [change.sequenceNumber, change.deltas]));
  const months = wideMonthsOf(wide);
  const aggregation: Aggregation<ClickDelta, ClickBatch> = {
    name,
    isRelevant: ({ sequenceNumber }) => deltas.has(sequenceNumber),
    deltasOf: ({ sequenceNumber }) => deltas.get(sequenceNumber) ?? [],
    layout: months.layout,
    batchesOf: clickBatches,
    eachFits: (batches) => eachFits(batches.filter(isRollupBatch)),
    prepare: months.prepare,
    onAggregated: countClickEvents,
    onWritten: months.count,
  };
  await aggregate(aggregation, shardId, visits);
  return months.fold;
}
