// Aggregates clicks from the table's stream into rollups, exactly once.

import { type RollupBatch, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { logger } from '#lib/shared/logger.ts';
import { type Aggregation, aggregate } from '#lib/streams/aggregation.ts';
import type { Change } from '#lib/streams/changes.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { visitType } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { eachFits, prepareTransaction } from './rollup-transaction.ts';

/** Returns no deltas when TTL deletes a visit, because its clicks still count. */
export function deltasOf({ before, after }: Change): readonly ClickDelta[] {
  if (after?.type !== visitType) return [];
  return deltasBetween(
    before === undefined ? undefined : storedVisit.parse(before),
    storedVisit.parse(after),
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function countClickEvents(deltas: readonly ClickDelta[]): void {
  const counted = sum(deltas.map(({ clicks }) => clicks));
  const filtered = sum(deltas.flatMap((delta) => Object.values(delta.filtered)));
  if (counted + filtered > 0) logger.countEvent('ClickStored', counted + filtered);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}

const aggregation: Aggregation<ClickDelta, RollupBatch> = {
  name: 'CLICKS',
  isRelevant: ({ after }) => after?.type === visitType,
  deltasOf,
  batchesOf: rollupBatches,
  eachFits,
  prepare: prepareTransaction,
  onAggregated: countClickEvents,
};

export const aggregateClicks = (shardId: string, changes: readonly Change[]): Promise<void> =>
  aggregate(aggregation, shardId, changes);
