// Divides the changes of a stream batch between the buffers of wide months and the rollups of all other months.
import { type RollupBatch, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { bufferGroupOf, creatorGroupOf } from '#lib/click-statistics/rules/rollups/creator-groups.ts';
import { monthOfHour } from '#lib/click-statistics/rules/rollups/items.ts';
import { clickJournalPartition } from '#lib/table/keys/rollup-keys.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

/** Contains the changes of one group of creators in a wide month. */
export interface BufferBatch {
  readonly name: string;
  readonly brandId: string;
  readonly month: string;
  readonly group: number;
  readonly deltas: ClickDelta[];
}

export type ClickBatch = BufferBatch | RollupBatch;

export const isBufferBatch = (batch: ClickBatch): batch is BufferBatch => 'group' in batch;

export const isRollupBatch = (batch: ClickBatch): batch is RollupBatch => 'scope' in batch;

/** A space sorts before the names of all rollups, so the buffers are written first and together. */
const nameOf = (partition: string, group: number): string => ` ${partition} ${group}`;

function bufferBatches(deltas: readonly ClickDelta[]): readonly BufferBatch[] {
  const batches = new Map<string, BufferBatch>();
  for (const delta of deltas) {
    const { brandId, affiliateId } = delta;
    const month = monthOfHour(delta.hour);
    const group = bufferGroupOf(creatorGroupOf(affiliateId));
    const name = nameOf(clickJournalPartition(brandId, month), group);
    const batch = batches.get(name) ?? { name, brandId, month, group, deltas: [] };
    batch.deltas.push(delta);
    batches.set(name, batch);
  }
  return [...batches.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** `layout` has the partitions of the journals of wide months. */
export function clickBatches(
  deltas: readonly ClickDelta[],
  layout: readonly string[],
): readonly ClickBatch[] {
  const wide = new Set(layout);
  const isWide = ({ brandId, hour }: ClickDelta): boolean =>
    wide.has(clickJournalPartition(brandId, monthOfHour(hour)));
  return [
    ...bufferBatches(deltas.filter(isWide)),
    ...rollupBatches(deltas.filter((delta) => !isWide(delta))),
  ];
}
