// Calculates the write units that a transaction needs in each partition of the table, by DynamoDB's rules.
import type { Item } from '#lib/foundation/table/keys/item.ts';

const bytesPerUnit = 1024;
/** A transaction writes each item twice. */
const unitsOfTransaction = 2;

interface PartitionWrite {
  readonly partition: string;
  readonly units: number;
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

/** `readItem` returns the item before an update. */
export const partitionWritesOf = (
  actions: Actions,
  readItem: (key: Item) => Item | undefined,
): readonly PartitionWrite[] =>
  actions.flatMap(Object.entries).map(([kind, { Item: put, Key: key }]) => {
    const item: Item = kind === 'Put' ? Object(put) : (readItem(Object(key)) ?? Object(key));
    return { partition: String(item.pk), units: unitsFor(item) * unitsOfTransaction };
  });
