// Writes the batches of an aggregation to rollups and buffers, makes months wide, and folds the wide months afterwards.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import type { RollupBatch } from '#lib/click-statistics/rules/rollups/apply.ts';
import {
  type ClickBatch,
  isBufferBatch,
  isRollupBatch,
} from '#lib/click-statistics/rules/wide-months/batches.ts';
import { prepareTransaction } from '#lib/click-statistics/store/rollup-transaction.ts';
import { logger } from '#lib/shared/logger.ts';
import { clickJournalPartition, clickRollupPartition } from '#lib/table/keys/rollup-keys.ts';
import { unitsOfPuts } from '#lib/table/writes/transaction-size.ts';
import type { Put, Write } from '#lib/table/writes/write.ts';
import { prepareBuffer } from './append-to-buffer.ts';
import { becomeWideAfterMove, isTooLarge } from './become-wide.ts';
import { foldOnce } from './fold.ts';
import { wideLimits } from './wide-limits.ts';

const partitionOf = ({ brandId, month }: JournalId): string => clickJournalPartition(brandId, month);

/** Returns the months in which a rollup of a brand or a campaign is too large. */
function monthsWithLargeRollups(batches: readonly RollupBatch[], puts: readonly Put[]): readonly JournalId[] {
  const byPartition = new Map(
    batches.map((batch) => [clickRollupPartition(batch.scope.brandId, batch.scope.name, batch.month), batch]),
  );
  return puts.flatMap((put) => {
    const batch = byPartition.get(put.item.pk);
    if (batch === undefined || !isTooLarge(batch.scope, put)) return [];
    return [{ brandId: batch.scope.brandId, month: batch.month }];
  });
}

/** `wide` are the wide months of the changes when the aggregation begins. */
export function wideMonthsOf(wide: readonly JournalId[]) {
  const units = new Map<string, number>();
  const tooLarge = new Map<string, JournalId>();
  const isWide = new Set(wide.map(partitionOf));

  async function prepareRollups(batches: readonly RollupBatch[]) {
    const prepared = await prepareTransaction(batches);
    for (const id of monthsWithLargeRollups(prepared.batches, prepared.puts)) {
      if (!isWide.has(partitionOf(id))) tooLarge.set(partitionOf(id), id);
    }
    return prepared;
  }

  return {
    layout: [...isWide].sort(),
    prepare: (batches: readonly ClickBatch[]) => {
      const ofBuffers = batches.filter(isBufferBatch);
      if (ofBuffers.length > 0) return prepareBuffer(ofBuffers);
      return prepareRollups(batches.filter(isRollupBatch));
    },
    count(writes: readonly Write[]): void {
      for (const write of writes) {
        if (write.kind !== 'put') continue;
        const { pk } = write.item;
        units.set(pk, (units.get(pk) ?? 0) + unitsOfPuts([write]));
      }
    },
    /**
     * A fold takes the write units that the changes of the month have left. A repeated batch does not fold. A failure is only logged,
     * because the batch is complete: a dead letter would count its clicks again. The next batch continues.
     */
    async fold(): Promise<void> {
      for (const id of tooLarge.values()) await logFailure(id, () => becomeWideAfterMove(id));
      const written = wide.filter((id) => units.has(partitionOf(id)));
      for (const id of someOf(written)) {
        const spent = units.get(partitionOf(id)) ?? 0;
        const left = wideLimits.batchUnits - wideLimits.fixedUnits - spent;
        await logFailure(id, () => foldOnce(id, Math.max(0, left)));
      }
    },
  };
}

/** Bounds the time of a batch with clicks of many such brands. */
const maxFolds = 4;

/** In random order, so that no month waits for the others in every batch. */
const someOf = (ids: readonly JournalId[]): readonly JournalId[] =>
  ids
    .map((id) => ({ id, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, maxFolds)
    .map(({ id }) => id);

async function logFailure({ brandId, month }: JournalId, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error('clicks could not be folded', { brandId, month, failure: error });
  }
}
