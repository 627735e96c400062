// Ends the comparison of a reconciliation without its worker.
import { now } from '#lib/foundation/shared/clock.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { ended } from '#lib/shops/comparisons/rules/reconciliation.ts';
import { findReconciliation } from '#lib/shops/comparisons/store/reconciliations.ts';
import { changeReconciliation } from '#lib/shops/comparisons/writes.ts';

interface Named {
  readonly brandId: string;
  readonly id: string;
}

/** The worker of a stage can be faster. */
export const endComparison = ({ brandId, id }: Named): Promise<void> =>
  retryOnConflict(async () => {
    const found = await findReconciliation(brandId, id);
    if (found?.status === 'running') await transact([changeReconciliation(found, ended(found, null, now()))]);
  });
