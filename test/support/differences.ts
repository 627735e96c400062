// Creates differences between orders without a comparison.
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { newDifference } from '#lib/shops/comparisons/rules/reconciliation.ts';
import { findReconciliation } from '#lib/shops/comparisons/store/reconciliations.ts';
import { addDifference } from '#lib/shops/comparisons/writes.ts';

/** Stores a difference, as if a comparison had found it. */
export async function createDifference(named: {
  readonly brandId: string;
  readonly reconciliationId: string;
}) {
  const reconciliation = await findReconciliation(named.brandId, named.reconciliationId);
  if (reconciliation === undefined) throw new Error('Create the reconciliation first');
  const found = { kind: 'missing' as const, orderId: 'order-1041', proposal: 'record' as const, changes: [] };
  const difference = newDifference(reconciliation, found, now());
  await transact([addDifference(difference)]);
  return difference;
}
