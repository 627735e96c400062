// Increments the totals of an item. The totals of a hot item are spread over several items, called cells (docs/decisions/0032).
import { randomInt } from 'node:crypto';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Expression, Totals } from './expression.ts';
import { ifExisting, incrementExisting, staleWrite, type Write } from './write.ts';

export const spreadFlag = 'sumsAreSpread';
/** Marks a cell that accepts no more totals, and the item whose cells are closed (docs/decisions/0150). */
export const closedFlag = 'cellsAreClosed';
/** Random transactions rarely meet on one of so many cells (`npm run bench:orders`). */
export const cells = 64;

export const hasSpreadTotals = (item: Item | undefined): boolean => item?.[spreadFlag] === true;

const hasNoLimit = 'NOT attribute_type(#usageLimit, :number)';
const values = { number: 'N' };

/** A condition compares the attributes of one item, so the totals of an item with a limit must not be spread. */
const mayBeSpread: Expression = {
  condition: `attribute_not_exists(#${closedFlag}) AND ${hasNoLimit}`,
  values,
};
const hasRoom: Expression = { condition: `(${hasNoLimit} OR #usageCount < #usageLimit)`, values };

const isFixed = (item: Item | undefined): boolean =>
  item?.[closedFlag] === true || typeof item?.usageLimit === 'number';

/** Writers that have read the item before its cells were closed must read it again. */
const incrementCell = (owner: Key, increments: Totals): Write => ({
  kind: 'increment',
  key: keys.totalsCell(owner, randomInt(cells)),
  add: increments,
  condition: `attribute_not_exists(#${closedFlag})`,
  refused: staleWrite,
  onConflict: { to: () => incrementCell(owner, increments) },
});

/**
 * Increments all totals in one write, so that a reader never sees only a part of a transaction. Refused if the item does not exist,
 * or if another use would exceed its `usageLimit`.
 */
export function incrementTotals(
  owner: Key,
  increments: Totals,
  item: Item | undefined,
  refused: () => Error,
): Write {
  if (hasSpreadTotals(item)) return incrementCell(owner, increments);
  const guard = (increments.usageCount ?? 0) > 0 ? hasRoom : {};
  const increment = incrementExisting(owner, increments, refused, guard);
  if (isFixed(item)) return increment;
  return {
    ...increment,
    onConflict: {
      flag: { key: owner, attribute: spreadFlag, guard: ifExisting(mayBeSpread) },
      to: () => incrementCell(owner, increments),
    },
  };
}
