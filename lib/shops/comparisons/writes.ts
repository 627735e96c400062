// Builds the writes of reconciliations.
import {
  connectionReconciliations,
  reconciliationKeys,
} from '#lib/foundation/table/keys/reconciliation-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Difference, Reconciliation } from './schema/stored.ts';

const keyOf = ({ brandId, id }: Reconciliation) => reconciliationKeys.reconciliation(brandId, id);

export const addReconciliation = (created: Reconciliation): Write =>
  putNew({
    ...keyOf(created),
    ...created,
    byStatus: connectionReconciliations(created.brandId, created.connectionId),
  });

/** Throws a stale write if another worker or request has changed the reconciliation. */
export const changeReconciliation = (before: Reconciliation, after: Reconciliation): Write =>
  changeItem(keyOf(before), before, after);

const differenceKey = ({ brandId, reconciliationId, kind, id }: Difference) =>
  reconciliationKeys.difference(brandId, reconciliationId, kind, id);

/** The transaction also changes the reconciliation, so each difference is found once. */
export const addDifference = (found: Difference): Write => putNew({ ...differenceKey(found), ...found });

export const changeDifference = (before: Difference, after: Difference): Write =>
  changeItem(differenceKey(before), before, after);
