// Lists the messages of a connection, and retries them.
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import { messageStatePartition, shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { messageStates, messagesPerRetry } from '#lib/shops/connections/rules/limits.ts';
import { canRetry, retried } from '#lib/shops/connections/rules/message.ts';
import type { MessageFilters, RetryInput } from '#lib/shops/connections/schema/endpoints.ts';
import { type ShopMessage, storedMessage } from '#lib/shops/connections/schema/stored.ts';
import { changeMessage } from '#lib/shops/connections/writes.ts';
import { getConnection } from './connections.ts';

const inState = (brandId: string, connectionId: string, state: string) =>
  ({ partition: messageStatePartition(brandId, connectionId, state), index: 'byStatus' }) as const;

export async function listMessages(
  brandId: string,
  connectionId: string,
  { state }: MessageFilters,
  page: PageRequest,
) {
  await getConnection(brandId, connectionId);
  const states = state === undefined ? messageStates : [state];
  return readList(
    { queries: states.map((one) => inState(brandId, connectionId, one)), kind: 'shopMessage' },
    page,
    (item) => storedMessage.parse(item),
    undefined,
  );
}

async function readMessages(brandId: string, ids: readonly string[]): Promise<readonly ShopMessage[]> {
  const items = await getItems(ids.map((id) => shopKeys.shopMessage(brandId, id)));
  return items.flatMap((item) => (item === undefined ? [] : [storedMessage.parse(item)]));
}

async function namedMessages(brandId: string, connectionId: string, ids: readonly string[]) {
  const found = (await readMessages(brandId, ids)).filter((message) => message.connectionId === connectionId);
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing === -1) return { found, hasMore: false };
  throw invalidField(`ids.${missing}`, 'The connection has no such message', 'reference_not_found');
}

/** The index is eventually consistent, so the messages themselves are read. */
async function messagesInState(brandId: string, connectionId: string, state: string) {
  const { Items = [] } = await query({
    ...toQueryInput(inState(brandId, connectionId, state)),
    Limit: messagesPerRetry + 1,
  });
  const ids = Items.slice(0, messagesPerRetry).map(({ sk }) => String(sk));
  return { found: await readMessages(brandId, ids), hasMore: Items.length > messagesPerRetry };
}

export async function prepareRetry(brandId: string, connectionId: string, { ids = [], filter }: RetryInput) {
  const read =
    filter === undefined
      ? namedMessages(brandId, connectionId, [...new Set(ids)])
      : messagesInState(brandId, connectionId, filter.state);
  // An unknown connection is a 404, also if the messages are unknown.
  const [, { found, hasMore }] = await Promise.all([
    getConnection(brandId, connectionId),
    read.catch(async (error: unknown) => {
      await getConnection(brandId, connectionId);
      throw error;
    }),
  ]);
  const writes = found.filter(canRetry).map((message): Write => changeMessage(message, retried(message)));
  // Messages that cannot be retried would stay the oldest ones.
  return { retried: writes.length, hasMore: hasMore && writes.length > 0, writes };
}
