// How far each brand's commissions have approved themselves.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';
import { queryPartition } from '#lib/table/client.ts';
import { putOrGetExisting } from '#lib/table/conditional.ts';
import { checkpointPartition, keys } from '#lib/table/keys/keys.ts';

const consumer = 'APPROVALS';

const storedCheckpoint = z.object({
  brandId: z.string(),
  /** Of what was due before, nothing is left but what is held. */
  decidedUntil: instant,
});

/** By brand; one that no run has come to is not among them. */
export async function readCheckpoints(): Promise<ReadonlyMap<string, Date>> {
  const found = (await queryPartition(checkpointPartition(consumer))).map((item) =>
    storedCheckpoint.parse(item),
  );
  return new Map(found.map(({ brandId, decidedUntil }) => [brandId, new Date(decidedUntil)]));
}

/** Only ever forwards: of two runs at once the one that has come further says so. */
export async function moveCheckpoint(brandId: string, decidedUntil: Date): Promise<void> {
  const checkpoint = { brandId, decidedUntil: decidedUntil.toISOString() };
  await putOrGetExisting(
    { ...keys.checkpoint(consumer, brandId), ...checkpoint },
    {
      condition: 'attribute_not_exists(#pk) OR #decidedUntil < :decidedUntil',
      values: { decidedUntil: checkpoint.decidedUntil },
    },
  );
}
