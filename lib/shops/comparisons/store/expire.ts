// Deletes the files of reconciliations that may contain erased personal data.
import { reconciliationPartition } from '#lib/foundation/table/keys/reconciliation-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { ended, withoutFile } from '#lib/shops/comparisons/rules/reconciliation.ts';
import { changeReconciliation } from '#lib/shops/comparisons/writes.ts';
import { removeOrders } from './files.ts';
import { findReconciliation } from './reconciliations.ts';

const expire = (brandId: string, id: string, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const found = await findReconciliation(brandId, id);
    if (found === undefined || found.deletedAt !== null) return;
    await removeOrders(found);
    // The change also stops a worker that has already read the file.
    const after = found.status === 'running' ? ended(found, withoutFile().message, now) : found;
    await transact([changeReconciliation(found, { ...after, deletedAt: now.toISOString() })]);
  });

/** Safe to repeat. Also deletes files without the person, as the erasure of imports does. */
export async function expireReconciliations(brandId: string, now: Date): Promise<void> {
  for await (const page of queryPages({ partition: reconciliationPartition(brandId) }))
    for (const { sk } of page) await expire(brandId, String(sk), now);
}
