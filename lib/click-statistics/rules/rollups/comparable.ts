// Compares rebuilt rollups with stored ones, without the parts that depend on the sequence of the clicks.
import type { Item } from '#lib/table/keys/item.ts';
import { timeToLive } from '#lib/table/keys/keys.ts';
import { addCounts, isFull, noCounts } from './frequent-values.ts';
import { formatOpen, formatTotals, parseOpen, parseTotals } from './items.ts';
import { overflowName } from './overflow.ts';
import type { ScopeKind } from './scopes.ts';
import { type Totals, tableOf } from './totals.ts';

/** Combines all referrers, if there were too many, because the kept ones depend on the sequence of the clicks. The sum does not. */
function withoutSequence(totals: Totals): Totals {
  if (!isFull(tableOf(totals, 'referrer'))) return totals;
  return new Map(
    [...totals].map(([name, { figures, groups }]) => {
      const sum = noCounts();
      for (const counts of groups.referrer?.values() ?? []) addCounts(sum, { ...counts, missed: 0 });
      return [name, { figures, groups: { ...groups, referrer: new Map([[overflowName, sum]]) } }];
    }),
  );
}

/** Returns items without totals unchanged. */
export function comparable(kind: ScopeKind, item: Item): Item {
  if ('hour' in item) {
    const open = parseOpen(kind, item);
    return { ...item, ...formatOpen(kind, { ...open, totals: withoutSequence(open.totals) }) };
  }
  if (!('through' in item)) return item;
  const closed = parseTotals(kind, item);
  return { ...item, ...formatTotals(kind, { ...closed, totals: withoutSequence(closed.totals) }) };
}

/** Releases before 2026-11-25 wrote rollups of hours that do not expire. */
const notCompared: readonly string[] = ['revision', timeToLive];

/** Serializes an item for the comparison, without the revision, because it depends on the number of writes. */
export const textOf = (item: Item | undefined): string =>
  JSON.stringify(
    Object.entries(item ?? {})
      .filter(([name]) => !notCompared.includes(name))
      .map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ])
      .sort(),
  );

export const isSame = (kind: ScopeKind, one: Item | undefined, other: Item | undefined): boolean =>
  textOf(one) === textOf(other) ||
  (one !== undefined &&
    other !== undefined &&
    textOf(comparable(kind, one)) === textOf(comparable(kind, other)));
