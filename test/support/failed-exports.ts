// Brings exports into states that the API cannot cause.

import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew } from '#lib/foundation/table/writes/write.ts';
import { maxInProgress, newExport } from '#lib/outlets/exports/rules/export.ts';
import type { Export } from '#lib/outlets/exports/schema.ts';
import { addExport } from '#lib/outlets/exports/writes.ts';

export async function createFailedExport(brandId: string): Promise<Export> {
  const brand = { id: brandId, currency: 'USD', timezone: 'UTC' };
  const created = newExport({ resource: 'affiliates', format: 'csv' }, brand, now());
  const failed: Export = { ...created, status: 'failed', failure: 'An item could not be exported.' };
  await transact([addExport(failed)]);
  return failed;
}

/** Gives a brand as many exports in progress as it may have. They name another brand, so their worker finds and ends none of them. */
export async function fillExportPlaces(brandId: string): Promise<void> {
  const brand = { id: newId('brand', now()), currency: 'USD', timezone: 'UTC' };
  const exports = Array.from({ length: maxInProgress }, () =>
    newExport({ resource: 'affiliates', format: 'csv' }, brand, now()),
  );
  const exportIds = exports.map(({ id }) => id);
  await transact([
    ...exports.map((created) => putNew({ ...created, ...exportKeys.export(brandId, created.id) })),
    { kind: 'put', item: { ...exportKeys.inProgress(brandId), exportIds } },
  ]);
}

/** Frees the places of the exports in progress, so that a brand of many tests can request more. */
export const freeExportPlaces = (brandId: string): Promise<void> =>
  transact([{ kind: 'put', item: { ...exportKeys.inProgress(brandId), exportIds: [] } }]);
