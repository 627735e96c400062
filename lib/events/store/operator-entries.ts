// Records in the audit trail of a brand which commands the operator runs for it.
import { recordEntry } from '#lib/audit-entries/writes.ts';
import { notFound } from '#lib/shared/errors.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { mustExist } from '#lib/table/writes/write.ts';

/** Before the command runs, so that a command that fails halfway has an entry too. */
export const recordCommand = (brandId: string, command: string, now: Date): Promise<void> =>
  transact([
    mustExist(keys.brand(brandId), () => notFound('brand')),
    recordEntry({ brandId, type: 'operator.command_run', resourceId: brandId, data: { command } }, now),
  ]);
