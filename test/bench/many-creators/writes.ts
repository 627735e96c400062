// Records what each batch writes to each partition of the table, and the size of the largest item.
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type Actions, bytesOfItem, partitionWritesOf } from '#test/support/write-units.ts';

export interface Writes {
  readonly unitsByPartition: ReadonlyMap<string, number>;
  readonly largestItem: number;
}

const stored = new Map<string, Item>();
let unitsByPartition = new Map<string, number>();
let largestItem = 0;

const nameOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);

/** The actions of a transaction, or the only write of another operation, which costs half. */
function actionsOf(operation: string, input: Item): { readonly actions: Actions; readonly share: number } {
  if (operation === 'TransactWriteItems') return { actions: Object(input.TransactItems), share: 1 };
  const kind = /^(Put|Update|Delete)Item$/.exec(operation)?.[1];
  return { actions: kind === undefined ? [] : [{ [kind]: input }], share: 0.5 };
}

function record(operation: string, input: Item): void {
  const { actions, share } = actionsOf(operation, input);
  for (const { partition, units } of partitionWritesOf(actions, (key) => stored.get(nameOf(key)))) {
    unitsByPartition.set(partition, (unitsByPartition.get(partition) ?? 0) + units * share);
  }
  for (const { Put } of actions) {
    if (Put === undefined) continue;
    const item: Item = Object(Put.Item);
    stored.set(nameOf(item), item);
    largestItem = Math.max(largestItem, bytesOfItem(item));
  }
}

const sendToTable = dynamoDb.send.bind(dynamoDb);
Object.assign(dynamoDb, {
  send: async (operation: string, input: Item) => {
    const output: unknown = await Reflect.apply(sendToTable, undefined, [operation, input]);
    record(operation, input);
    return output;
  },
});

export async function writesOf(work: () => Promise<unknown>): Promise<Writes> {
  unitsByPartition = new Map();
  largestItem = 0;
  await work();
  return { unitsByPartition, largestItem };
}
