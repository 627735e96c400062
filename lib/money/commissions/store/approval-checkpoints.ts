// Reads and writes the checkpoints of automatic approval and of settled months, one per brand.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { putItem, queryPartition } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { type Item, sortKey } from '#lib/foundation/table/keys/item.ts';
import { checkpointPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { approvalConsumer } from '#lib/money/commissions/rules/approval-consumer.ts';

const storedCheckpoint = z.object({
  brandId: z.string(),
  /** The automatic approval has processed all commissions that were due, or all ledger entries, before this time. */
  decidedUntil: instant,
});

export const unreadable = 'unreadable';

export type Checkpoint = Date | typeof unreadable;

export function checkpointIn(item: Item | undefined): Checkpoint | undefined {
  if (item === undefined) return undefined;
  const { data } = storedCheckpoint.safeParse(item);
  return data === undefined ? unreadable : new Date(data.decidedUntil);
}

/** Returns the checkpoints by the ids of their brands. */
export async function readCheckpoints(consumer = approvalConsumer): Promise<ReadonlyMap<string, Checkpoint>> {
  const found = await queryPartition(checkpointPartition(consumer));
  return new Map(found.map((item) => [String(item[sortKey]), checkpointIn(item) ?? unreadable]));
}

/** Does not move a checkpoint backward if a concurrent run has already moved it further. Replaces an unreadable checkpoint. */
export async function moveCheckpoint(
  brandId: string,
  decidedUntil: Date,
  before?: Checkpoint,
  consumer = approvalConsumer,
): Promise<void> {
  const checkpoint = { brandId, decidedUntil: decidedUntil.toISOString() };
  const item = { ...keys.checkpoint(consumer, brandId), ...checkpoint };
  if (before === unreadable) await putItem({ Item: item });
  else
    await putOrGetExisting(item, {
      condition: 'attribute_not_exists(#pk) OR #decidedUntil < :decidedUntil',
      values: { decidedUntil: checkpoint.decidedUntil },
    });
}
