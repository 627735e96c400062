// Brings exports into states that the API cannot cause.
import { newExport } from '#lib/exports/rules/export.ts';
import type { Export } from '#lib/exports/schema.ts';
import { addExport } from '#lib/exports/writes.ts';
import { now } from '#lib/shared/clock.ts';
import { exportKeys } from '#lib/table/keys/export-keys.ts';
import { transact } from '#lib/table/transact.ts';

export async function createFailedExport(brandId: string): Promise<Export> {
  const brand = { id: brandId, currency: 'USD', timezone: 'UTC' };
  const created = newExport({ resource: 'affiliates', format: 'csv' }, brand, now());
  const failed: Export = { ...created, status: 'failed', failure: 'An item could not be exported.' };
  await transact([addExport(failed)]);
  return failed;
}

/** Frees the places of the exports in progress, so that a brand of many tests can request more. */
export const freeExportPlaces = (brandId: string): Promise<void> =>
  transact([{ kind: 'put', item: { ...exportKeys.inProgress(brandId), exportIds: [] } }]);
