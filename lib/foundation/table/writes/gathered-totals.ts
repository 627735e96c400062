// Gathers the totals of an item from its cells, because a limit needs all of them in one item (docs/decisions/0150).
import { type Item, itemWithKey, type Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from './change.ts';
import type { Totals } from './expression.ts';
import { cells, closedFlag, spreadFlag } from './totals.ts';
import { staleWrite, type Write } from './write.ts';

interface Change {
  readonly key: Key;
  readonly before: Versioned;
  readonly after: Versioned;
  readonly refused: NonNullable<Write['refused']>;
}

interface Versioned {
  readonly revision: number;
  readonly usageCount: number;
  readonly totalRevenue: number;
}

const totals = ['usageCount', 'totalRevenue'] as const;

const sumOf = (found: readonly Item[], name: string): number =>
  found.reduce((sum, cell) => sum + Number(cell[name] ?? 0), 0);

/** Refused as stale if the totals of the cell have changed since they were read. */
function closeCell(key: Key, found: Item | undefined): Write {
  const known = totals.filter((name) => found?.[name] !== undefined);
  const conditions = totals.map((name) =>
    known.includes(name) ? `#${name} = :${name}` : `attribute_not_exists(#${name})`,
  );
  return {
    kind: 'put',
    item: { ...key, [closedFlag]: true },
    condition: conditions.join(' AND '),
    ...(known.length > 0 && { values: Object.fromEntries(known.map((name) => [name, found?.[name]])) }),
    refused: staleWrite,
  };
}

const marked = (state: Versioned, flag: string) => ({ ...state, [flag]: true });

/** Changes an item whose totals are in no cell afterwards. `found` are its cells if its totals are spread until now. */
export function changeUnspread(
  { key, before, after, refused }: Change,
  found: readonly Item[] | undefined,
): readonly Write[] {
  const condition = `attribute_not_exists(#${spreadFlag})`;
  if (found === undefined) return [changeItem(key, before, after, refused, { condition })];
  const add: Totals = Object.fromEntries(totals.map((name) => [name, sumOf(found, name)]));
  const closed = Array.from({ length: cells }, (_, cell) => keys.totalsCell(key, cell));
  return [
    changeItem(key, marked(before, spreadFlag), marked(after, closedFlag), refused, { add }),
    ...closed.map((cell) => closeCell(cell, itemWithKey(found, cell))),
  ];
}
