// Creates, reads, changes and deletes connections.
import { notFound } from '#lib/foundation/shared/errors.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { connectionPartition, shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import {
  type Activity,
  type Connection,
  storedActivity,
  storedConnection,
} from '#lib/shops/connections/schema/stored.ts';
import { changeConnection, removeConnection } from '#lib/shops/connections/writes.ts';

interface ConnectionWithActivity {
  readonly connection: Connection;
  readonly activity: Activity;
}

const activityOf = (item: Item | undefined): Activity => storedActivity.parse(item ?? {});

export async function getConnection(brandId: string, id: string): Promise<ConnectionWithActivity> {
  const wanted = [shopKeys.connection(brandId, id), shopKeys.connectionActivity(brandId, id)];
  const [found, activity] = await getItems(wanted);
  if (found === undefined) throw notFound('connection');
  return { connection: storedConnection.parse(found), activity: activityOf(activity) };
}

export async function findConnection(brandId: string, id: string): Promise<Connection | undefined> {
  const [found] = await getItems([shopKeys.connection(brandId, id)]);
  return found && storedConnection.parse(found);
}

/** The test data of the brand can have been reset. Its former connections stay in the table, but receive nothing. */
export async function findConnectionAt(id: string): Promise<Connection | undefined> {
  const address = await getItem(shopKeys.connectionAddress(id));
  if (address === undefined) return undefined;
  const brandId = String(address.brandId);
  const [found, brand] = await getItems([shopKeys.connection(brandId, id), keys.brandDirectory(brandId)]);
  const isReset = isTwinId(brandId) && brand === undefined;
  return found === undefined || isReset ? undefined : storedConnection.parse(found);
}

export async function listConnections(brandId: string, page: PageRequest) {
  const found = await readList(
    { queries: [{ partition: connectionPartition(brandId) }], kind: 'connection' },
    page,
    (item) => storedConnection.parse(item),
    totalOf(brandId, 'connections', ['total']),
  );
  const activities = await getItems(found.items.map(({ id }) => shopKeys.connectionActivity(brandId, id)));
  const items = found.items.map((connection, index): ConnectionWithActivity => {
    return { connection, activity: activityOf(activities[index]) };
  });
  return { ...found, items };
}

/** Changes nothing if `change` returns the connection that it was given. */
export const updateConnection = (
  brandId: string,
  id: string,
  change: (before: Connection) => Connection,
): Promise<ConnectionWithActivity> =>
  retryOnConflict(async () => {
    const { connection: before, activity } = await getConnection(brandId, id);
    const connection = change(before);
    if (connection !== before) await transact([changeConnection(before, connection)]);
    return { connection, activity };
  });

/** Its messages expire. */
export const deleteConnection = (brandId: string, id: string): Promise<void> =>
  retryOnConflict(async () => transact(removeConnection((await getConnection(brandId, id)).connection)));
