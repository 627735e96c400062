// Reads and writes the checkpoints of automatic approval, one per brand.
import * as z from 'zod';
import { approvalConsumer } from '#lib/commissions/rules/approval-consumer.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { queryPartition } from '#lib/table/client.ts';
import { putOrGetExisting } from '#lib/table/conditional.ts';
import { checkpointPartition, keys } from '#lib/table/keys/keys.ts';

const storedCheckpoint = z.object({
  brandId: z.string(),
  /** The automatic approval has processed all commissions that were due before this time. */
  decidedUntil: instant,
});

export async function readCheckpoints(): Promise<ReadonlyMap<string, Date>> {
  const found = (await queryPartition(checkpointPartition(approvalConsumer))).map((item) =>
    storedCheckpoint.parse(item),
  );
  return new Map(found.map(({ brandId, decidedUntil }) => [brandId, new Date(decidedUntil)]));
}

/** Does not move a checkpoint backward if a concurrent run has already moved it further. */
export async function moveCheckpoint(brandId: string, decidedUntil: Date): Promise<void> {
  const checkpoint = { brandId, decidedUntil: decidedUntil.toISOString() };
  await putOrGetExisting(
    { ...keys.checkpoint(approvalConsumer, brandId), ...checkpoint },
    {
      condition: 'attribute_not_exists(#pk) OR #decidedUntil < :decidedUntil',
      values: { decidedUntil: checkpoint.decidedUntil },
    },
  );
}
