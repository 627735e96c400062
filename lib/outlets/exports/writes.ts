// Builds the writes of exports.

import { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Export } from './schema.ts';

export const addExport = (created: Export): Write =>
  putNew({ ...exportKeys.export(created.brandId, created.id), ...created });

/** Throws a stale write if another worker has changed the export. */
export const changeExport = (before: Export, after: Export): Write =>
  changeItem(exportKeys.export(before.brandId, before.id), before, after);

/** Refused as stale if another request has changed the list since it was read. */
export const listInProgress = (
  brandId: string,
  before: readonly string[] | undefined,
  exportIds: readonly string[],
): Write => ({
  kind: 'put',
  item: { ...exportKeys.inProgress(brandId), exportIds },
  ...(before === undefined
    ? { condition: 'attribute_not_exists(#pk)' }
    : { condition: '#exportIds = :before', values: { before } }),
  refused: staleWrite,
});
