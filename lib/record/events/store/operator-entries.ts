// Records in the audit trail of a brand which commands the operator runs for it.
import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { mustExist } from '#lib/foundation/table/writes/write.ts';

/** Before the command runs, so that a command that fails halfway has an entry too. */
export const recordCommand = (brandId: string, command: string, now: Date): Promise<void> =>
  transact([
    mustExist(keys.brand(brandId), () => notFound('brand')),
    recordEntry({ brandId, type: 'operator.command_run', resourceId: brandId, data: { command } }, now),
  ]);
