// Writes many items in batches, with the same result as individual transactions.
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { type Totals, toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';

const TableName = environment.TABLE_NAME;
const batchSize = 25;
const batchesAtOnce = 8;

/** Disables the stream, because the engine slows down with every stream record that it keeps. */
export const disableStream = () =>
  dynamoDb.send('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } });

async function putAll(items: readonly Item[]): Promise<void> {
  let RequestItems: Record<string, { PutRequest: { Item: Item } }[]> | undefined = {
    [TableName]: items.map((Item) => ({ PutRequest: { Item } })),
  };
  while (RequestItems !== undefined && Object.keys(RequestItems).length > 0) {
    const { UnprocessedItems } = await dynamoDb.send('BatchWriteItem', { RequestItems });
    RequestItems = UnprocessedItems as typeof RequestItems;
  }
}

type Sums = Map<string, { readonly key: Key; readonly by: Record<string, number> }>;

/** Adds up the increments, so that each counter is written only once. */
function addUp(sums: Sums, key: Key, add: Totals): void {
  const sum = sums.get(`${key.pk} ${key.sk}`) ?? { key, by: {} };
  for (const [field, value] of Object.entries(add)) sum.by[field] = (sum.by[field] ?? 0) + value;
  sums.set(`${key.pk} ${key.sk}`, sum);
}

async function writeSums(sums: Sums): Promise<void> {
  await forEachConcurrently([...sums.values()], batchesAtOnce, ({ key, by }) =>
    dynamoDb.send('UpdateItem', { TableName, Key: { ...key }, ...toUpdateInput({ add: by }) }),
  );
}

/** Applies puts and counter updates without their conditions. */
export async function writeInBulk(writes: Iterable<Write>): Promise<void> {
  const sums: Sums = new Map();
  let items: Item[] = [];
  const flush = async () => {
    const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
      items.slice(index * batchSize, (index + 1) * batchSize),
    );
    items = [];
    await Promise.all(batches.map(putAll));
  };
  for (const write of writes) {
    if (write.kind === 'put') items.push(write.item);
    if (write.kind === 'increment') addUp(sums, write.key, write.add);
    if (write.kind === 'update') throw new Error(`Cannot add up the update of ${write.key.sk}`);
    if (items.length === batchSize * batchesAtOnce) await flush();
  }
  await flush();
  await writeSums(sums);
}
