// Makes partitions larger than the 1 MB at which DynamoDB ends a query.
import { queryPartition } from '#lib/foundation/table/client.ts';
import { replaceItem } from './items.ts';

/** DynamoDB Local returns one item beyond 1 MB, so a further one must be left. */
const enough = 1_500_000;
/** DynamoDB refuses an item of more than 400 KB. */
const maxPadding = 390_000;
export const minItemsOfLargePartition = Math.ceil(enough / maxPadding);

/** Pads the items of a partition, which stored schemas ignore, during `work`. Large items would slow down later tests. */
export async function withLargePartitions<Result>(
  partitions: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await Promise.all(partitions.map(queryPartition));
  for (const [index, items] of found.entries()) {
    if (items.length < minItemsOfLargePartition) throw new Error(`${partitions[index]} has too few items`);
    const padding = 'x'.repeat(Math.ceil(enough / items.length));
    for (const item of items) await replaceItem({ ...item, padding });
  }
  try {
    return await work();
  } finally {
    for (const { padding: _, ...item } of (await Promise.all(partitions.map(queryPartition))).flat()) {
      await replaceItem(item);
    }
  }
}
