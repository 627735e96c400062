// Increments the totals of an item. The totals of a hot item are spread over several items, called cells (docs/decisions/0032).
import { randomInt } from 'node:crypto';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Totals } from './expression.ts';
import { incrementExisting, type Write } from './write.ts';

export const spreadFlag = 'sumsAreSpread';
/** Random transactions rarely meet on one of so many cells (`npm run bench:orders`). */
const cells = 64;

export const hasSpreadTotals = (item: Item | undefined): boolean => item?.[spreadFlag] === true;

const incrementCell = (owner: Key, increments: Totals): Write => ({
  kind: 'increment',
  key: keys.totalsCell(owner, randomInt(cells)),
  add: increments,
  onConflict: { to: () => incrementCell(owner, increments) },
});

/** Increments all totals in one write, so that a reader never sees only a part of a transaction. Refused if the item does not exist. */
export function incrementTotals(
  owner: Key,
  increments: Totals,
  item: Item | undefined,
  missing: () => Error,
): Write {
  if (hasSpreadTotals(item)) return incrementCell(owner, increments);
  return {
    ...incrementExisting(owner, increments, missing),
    onConflict: {
      flag: { key: owner, attribute: spreadFlag },
      to: () => incrementCell(owner, increments),
    },
  };
}
