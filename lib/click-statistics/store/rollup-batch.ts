// As much of a batch's figures as one transaction can carry.

import {
  applyDeltas,
  firstKeys,
  furtherKeys,
  itemsAtMost,
  type Share,
} from '#lib/click-statistics/rules/rollups/apply.ts';
import { type Found, foundIn, type Put } from '#lib/click-statistics/writes.ts';
import { getItems } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { transactionLimit } from '#lib/table/writes/write.ts';

/** Beside the checkpoint, and below the 4 MB that a transaction may have. */
const limits = { items: transactionLimit - 1, bytes: 3_500_000 } as const;

/** The first of some shares, and what is to be written of them. */
export interface Portion {
  readonly shares: readonly Share[];
  readonly puts: readonly Put[];
}

const read = async (keys: readonly Key[]): Promise<Found> =>
  keys.length === 0 ? new Map() : foundIn(keys, await getItems(keys));

/** The first of these, as long as what is counted of them stays within a limit; at least one. */
function within<Value>(
  values: readonly Value[],
  limit: number,
  of: (value: Value) => number,
): readonly Value[] {
  let sum = 0;
  const end = values.findIndex((value) => {
    sum += of(value);
    return sum > limit;
  });
  return end === -1 ? values : values.slice(0, Math.max(1, end));
}

const sizeOf = (puts: readonly Put[]): number =>
  puts.reduce((bytes, { item }) => bytes + sizeOfItem(item), 0);

/** About as DynamoDB counts it. */
const sizeOfItem = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce(
    (bytes, [name, value]) =>
      bytes + name.length + (value instanceof Uint8Array ? value.byteLength : String(value).length),
    0,
  );

/** Reads what these shares touch, and adds to it: of as many of them as fit. */
export async function portionOf(shares: readonly Share[]): Promise<Portion> {
  const candidates = shares.slice(0, limits.items);
  const open = await read(firstKeys(candidates));
  const chosen = within(candidates, limits.items, (share) => 1 + furtherKeys([share], open).length);
  const found = new Map([...open, ...(await read(furtherKeys(chosen, open)))]);
  const added = chosen.map((share) => ({ share, puts: applyDeltas([share], found) }));
  const carried = within(added, limits.bytes, ({ puts }) => sizeOf(puts));
  return { shares: carried.map(({ share }) => share), puts: carried.flatMap(({ puts }) => puts) };
}

/** Whether each of these would fit into a transaction of its own, whatever it finds. */
export const fitsEach = (shares: readonly Share[]): boolean =>
  shares.every((share) => itemsAtMost(share) <= limits.items);
