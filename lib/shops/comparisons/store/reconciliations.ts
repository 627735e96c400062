// Reads reconciliations and their differences.
import { invalidField, notFound } from '#lib/foundation/shared/errors.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import {
  connectionReconciliations,
  differencePartition,
  reconciliationKeys,
} from '#lib/foundation/table/keys/reconciliation-keys.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { kinds } from '#lib/shops/comparisons/rules/limits.ts';
import type { DifferenceFilters } from '#lib/shops/comparisons/schema/endpoints.ts';
import {
  type Difference,
  type Reconciliation,
  storedDifference,
  storedReconciliation,
} from '#lib/shops/comparisons/schema/stored.ts';
import { type Connection, storedConnection } from '#lib/shops/connections/schema/stored.ts';

export async function requireConnection(brandId: string, id: string): Promise<Connection> {
  const [found] = await getItems([shopKeys.connection(brandId, id)]);
  if (found === undefined) throw notFound('connection');
  return storedConnection.parse(found);
}

export async function findReconciliation(brandId: string, id: string): Promise<Reconciliation | undefined> {
  const found = await getItem(reconciliationKeys.reconciliation(brandId, id));
  return found && storedReconciliation.parse(found);
}

interface Path {
  /** The connection. */
  readonly id: string;
  readonly reconciliationId: string;
}

export async function getReconciliation(
  brandId: string,
  { id, reconciliationId }: Path,
): Promise<Reconciliation> {
  const keysOfPath = [
    shopKeys.connection(brandId, id),
    reconciliationKeys.reconciliation(brandId, reconciliationId),
  ];
  const [connection, item] = await getItems(keysOfPath);
  if (connection === undefined) throw notFound('connection');
  const found = item && storedReconciliation.parse(item);
  if (found?.connectionId !== id) throw notFound('reconciliation');
  return found;
}

export async function listReconciliations(brandId: string, connectionId: string, page: PageRequest) {
  await requireConnection(brandId, connectionId);
  const partition = connectionReconciliations(brandId, connectionId);
  return readList(
    { queries: [{ partition, index: 'byStatus' }], kind: 'reconciliation' },
    page,
    (item) => storedReconciliation.parse(item),
    undefined,
  );
}

export async function listDifferences(
  brandId: string,
  path: Path,
  { kind }: DifferenceFilters,
  page: PageRequest,
) {
  const { id } = await getReconciliation(brandId, path);
  const wanted = kind === undefined ? kinds : [kind];
  const queries = wanted.map((one) => ({ partition: differencePartition(brandId, id, one) }));
  const parse = (item: object) => storedDifference.parse(item);
  return readList({ queries, kind: 'difference' }, page, parse, undefined);
}

/** Returns the differences in the order of their ids. An unknown one is undefined. */
export async function readDifferences(
  { brandId, id: reconciliationId }: Reconciliation,
  ids: readonly string[],
): Promise<readonly (Difference | undefined)[]> {
  const items = await Promise.all(
    kinds.map((kind) =>
      getItems(ids.map((id) => reconciliationKeys.difference(brandId, reconciliationId, kind, id))),
    ),
  );
  return ids.map((_, index) => {
    const found = items.map((ofKind) => ofKind[index]).find((item) => item !== undefined);
    return found && storedDifference.parse(found);
  });
}

/** Throws a 400 for a difference that the reconciliation does not have. */
export async function requireDifferences(found: Reconciliation, ids: readonly string[]): Promise<void> {
  const missing = (await readDifferences(found, ids)).indexOf(undefined);
  if (missing === -1) return;
  const message = 'The reconciliation has no such difference';
  throw invalidField(`differenceIds.${missing}`, message, 'reference_not_found');
}
