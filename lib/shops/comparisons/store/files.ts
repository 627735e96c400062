// Stores the orders of a file in the bucket of exports, or in a directory on a local machine.
import { findJson, removeJson, writeJson } from '#lib/foundation/aws/stored-json.ts';
import type { FileOrder } from '#lib/shops/comparisons/rules/file-order.ts';
import { objectKey } from '#lib/shops/comparisons/rules/reconciliation.ts';
import type { Reconciliation } from '#lib/shops/comparisons/schema/stored.ts';

type Named = Pick<Reconciliation, 'brandId' | 'id'>;

/** The bucket has only the columns that a difference needs, not the file. */
export const writeOrders = (found: Named, orders: readonly FileOrder[]): Promise<void> =>
  writeJson(objectKey(found), orders);

/** Returns undefined if the file was deleted. */
export const findOrders = (found: Named): Promise<readonly FileOrder[] | undefined> =>
  findJson<readonly FileOrder[]>(objectKey(found));

export const removeOrders = (found: Named): Promise<void> => removeJson(objectKey(found));
