// Continues exports that have failed, or that no worker continues.

import { conflict } from '#lib/foundation/shared/errors.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { resumed } from '#lib/outlets/exports/rules/export.ts';
import type { Export } from '#lib/outlets/exports/schema.ts';
import { changeExport } from '#lib/outlets/exports/writes.ts';
import { getExport } from './exports.ts';

/** The change sends the export to its queue, also if its message is a dead letter. Throws a 409 if the file is ready. */
export async function prepareRetry(
  brandId: string,
  id: string,
  now: Date,
): Promise<{ after: Export; change: Write }> {
  const before = await getExport(brandId, id);
  if (before.status === 'ready') throw conflict('status_conflict', 'The export is ready: create another one');
  const after = resumed(before, now);
  return { after, change: changeExport(before, after) };
}
