// Writes the batches of an aggregation to rollups and buffers, makes months wide, and folds the wide months afterwards.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import type { RollupBatch } from '#lib/click-statistics/rules/rollups/apply.ts';
import { type ClickBatch, isBufferBatch, isRollupBatch } from '#lib/click-statistics/rules/wide/batches.ts';
import { prepareTransaction } from '#lib/click-statistics/store/rollup-transaction.ts';
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
    /** A fold takes the write units that the changes of the month have left. A repeated batch does not fold. */
    async finish(): Promise<void> {
      for (const id of tooLarge.values()) await becomeWideAfterMove(id);
      for (const id of wide) {
        const spent = units.get(partitionOf(id));
        if (spent === undefined) continue;
        await foldOnce(id, Math.max(0, wideLimits.batchUnits - wideLimits.fixedUnits - spent));
      }
    },
  };
}
