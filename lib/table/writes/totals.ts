// Increments the totals of an item. The totals of a hot item are spread over several items, called cells (docs/decisions/0032).
import { randomInt } from 'node:crypto';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { highestSum, staysWithin } from './sums.ts';
import { updateExisting, type Write } from './write.ts';

export type Totals = Readonly<Record<string, number>>;

export const spreadFlag = 'sumsAreSpread';
/** Random transactions rarely meet on one of so many cells (`npm run bench:orders`). */
const cells = 64;

/** The item and its cells share the highest sum, because a condition cannot add them up: one half for the item, one for the cells. */
export const highestInItem = Math.floor(highestSum / 2);
export const highestInCell = Math.floor(highestInItem / cells);

export const hasSpreadTotals = (item: Item | undefined): boolean => item?.[spreadFlag] === true;

const addAll = (increments: Totals): string =>
  `ADD ${Object.keys(increments)
    .map((name) => `#${name} :${name}`)
    .join(', ')}`;

export interface TotalsRefusals {
  readonly missing: () => Error;
  readonly full: () => Error;
}

function incrementCell(owner: Key, increments: Totals, full: TotalsRefusals['full']): Write {
  const { condition, values } = staysWithin(highestInCell, increments);
  return {
    kind: 'update',
    key: keys.totalsCell(owner, randomInt(cells)),
    update: addAll(increments),
    condition,
    values: { ...increments, ...values },
    refused: full,
    onConflict: { to: () => incrementCell(owner, increments, full) },
  };
}

/** Increments all totals in one write, so that a reader never sees only a part of a transaction. */
export function incrementTotals(
  owner: Key,
  increments: Totals,
  item: Item | undefined,
  { missing, full }: TotalsRefusals,
): Write {
  if (hasSpreadTotals(item)) return incrementCell(owner, increments, full);
  const { condition, values } = staysWithin(highestInItem, increments);
  return {
    ...updateExisting(
      owner,
      { update: addAll(increments), condition, values: { ...increments, ...values } },
      (existing) => (existing === undefined ? missing() : full()),
    ),
    onConflict: {
      flag: { key: owner, attribute: spreadFlag },
      to: () => incrementCell(owner, increments, full),
    },
  };
}
