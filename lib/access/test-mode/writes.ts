// Builds the writes of test twins.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addBrand } from '#lib/access/brands/writes.ts';
import type { TwinState } from '#lib/access/test-mode/schema/stored.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { staleWrite, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';

/** Refused as stale if a concurrent request has created the twin. */
export const addTwin = (twin: Brand): readonly Write[] =>
  addBrand(twin).map((write) => ({ ...write, refused: staleWrite }));

/** Refused as stale if the state has changed since it was read. */
export function changeState(brandId: string, before: TwinState, after: TwinState): Write {
  return {
    kind: 'update',
    key: keys.testTwin(brandId),
    set: { ...after },
    condition:
      'attribute_not_exists(#generation) OR (#generation = :wasGeneration AND #clockOffset = :wasOffset)',
    values: { wasGeneration: before.generation, wasOffset: before.clockOffset },
    refused: staleWrite,
  };
}

export const setClock = (twinId: string, clockOffset: number): Write =>
  updateExisting(keys.brand(twinId), { set: { clockOffset } });

/** The twin of an earlier generation is not found any more, and no scheduled work runs for it. */
export const forgetTwin = (twinId: string): Write => ({ kind: 'delete', key: keys.brandDirectory(twinId) });
