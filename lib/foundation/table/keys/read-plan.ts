// Plans reads. A plan has the keys to read, and a function that parses the items into a typed value.
import type { Item, ItemBatch, Key } from './item.ts';

export interface ReadPlan<Data> {
  readonly keys: readonly Key[];
  readonly parse: (items: ItemBatch) => Data;
}

export function planReads<Name extends string>(
  named: Readonly<Record<Name, Key | undefined>>,
): ReadPlan<Readonly<Record<Name, Item | undefined>>> {
  const wanted = Object.entries<Key | undefined>(named).flatMap(([name, key]) =>
    key === undefined ? [] : [{ name, key }],
  );
  return {
    keys: wanted.map(({ key }) => key),
    parse: (items) =>
      Object.fromEntries(wanted.map(({ name }, index) => [name, items[index]])) as Record<
        Name,
        Item | undefined
      >,
  };
}
