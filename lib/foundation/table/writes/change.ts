// Builds the write that changes an item: the difference between two states.
import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import type { Changes, Expression } from './expression.ts';
import { staleWrite, updateExisting, type Write } from './write.ts';

/** An attribute that `after` does not have, or that is undefined, is removed. */
export function differenceOf(before: object, after: object): Pick<Changes, 'set' | 'remove'> {
  const was: Item = { ...before };
  const is: Item = { ...after };
  const names = Object.keys({ ...was, ...is }).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  const set = names.filter((name) => is[name] !== undefined);
  return {
    set: Object.fromEntries(set.map((name) => [name, is[name]])),
    remove: names.filter((name) => !set.includes(name)),
  };
}

interface Versioned {
  readonly revision: number;
}

/** Increments the revision. By default, the write is refused as stale if the item was changed or deleted since it was read. */
export function changeItem(
  key: Key,
  before: Versioned,
  after: Versioned,
  refused: Write['refused'] = staleWrite,
  { add, condition }: Pick<Changes & Expression, 'add' | 'condition'> = {},
): Write {
  const { set, remove } = differenceOf(before, { ...after, revision: before.revision + 1 });
  const unchanged = '#revision = :was';
  const change = {
    set,
    remove,
    ...(add !== undefined && { add }),
    condition: condition === undefined ? unchanged : `${unchanged} AND ${condition}`,
    values: { was: before.revision },
  };
  return updateExisting(key, change, refused);
}
