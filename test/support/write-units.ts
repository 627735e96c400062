// Calculates the write units that a transaction needs in each partition of the table and of its indexes, by DynamoDB's rules.
import { indexes, projectionOf } from '#lib/table/keys/indexes.ts';
import type { Item } from '#lib/table/keys/item.ts';

const bytesPerUnit = 1024;
/** A transaction writes each item twice. Its indexes are written once. */
const unitsOfTransaction = 2;

export interface PartitionWrite {
  /** The name of the index, or `table`. */
  readonly of: string;
  readonly partition: string;
  /** The sort key. */
  readonly item: string;
  readonly units: number;
  /** Whether the item is new, so that its sort key may be at the end of the partition. */
  readonly isNew: boolean;
}

/** A transaction's actions with plain values. */
export type Actions = readonly Readonly<Record<string, Item>>[];

const numberBytes = (value: number): number => Math.ceil(String(Math.abs(value)).length / 2) + 1;
const overheadOfNesting = 3;

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value))
    return value.reduce((sum: number, one) => sum + 1 + bytesOf(one), overheadOfNesting);
  if (typeof value === 'object' && value !== null) return overheadOfNesting + bytesOfItem(value, 1);
  return 1;
}

export const bytesOfItem = (item: object, overhead = 0): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) =>
      value === undefined ? sum : sum + Buffer.byteLength(name) + bytesOf(value) + overhead,
    0,
  );

const unitsFor = (item: object): number => Math.ceil(bytesOfItem(item) / bytesPerUnit);

const keysOnly = ({ pk, sk }: Item, index: string, sortedBy: string, item: Item): Item => ({
  pk,
  sk,
  [index]: item[index],
  [sortedBy]: item[sortedBy],
});

function indexWrites(item: Item, isNew: boolean): readonly PartitionWrite[] {
  return Object.entries(indexes).flatMap(([index, sortedBy]) => {
    if (item[index] === undefined || item[sortedBy] === undefined) return [];
    const entry = projectionOf(index) === 'ALL' ? item : keysOnly(item, index, sortedBy, item);
    return [
      {
        of: index,
        partition: String(item[index]),
        item: String(item[sortedBy]),
        units: unitsFor(entry),
        isNew,
      },
    ];
  });
}

/**
 * `readItem` returns the item before an update. An update rewrites the index entries of the whole item. Without `readItem`, updated items
 * have 1 KB and are in no index.
 */
export function partitionWritesOf(
  actions: Actions,
  readItem: (key: Item) => Item | undefined = () => undefined,
): readonly PartitionWrite[] {
  return actions.flatMap((action) => {
    const [[kind, { Item: put, Key: key }] = ['', {}]] = Object.entries(action);
    const isNew = kind === 'Put';
    const item: Item = isNew ? Object(put) : (readItem(Object(key)) ?? Object(key));
    const write = {
      of: 'table',
      partition: String(item.pk),
      item: String(item.sk),
      units: unitsFor(item) * unitsOfTransaction,
      isNew,
    };
    const ofIndexes = kind === 'ConditionCheck' ? [] : indexWrites(item, isNew);
    return [write, ...(isNew ? ofIndexes : ofIndexes.filter(({ of }) => projectionOf(of) === 'ALL'))];
  });
}
