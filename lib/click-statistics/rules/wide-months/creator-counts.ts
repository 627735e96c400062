// Compares the clicks by creator of a wide month, which are partly in a brand or a campaign from before, and partly in its groups.
import {
  dayOfHour,
  formatOpen,
  formatTotals,
  monthOfHour,
  parseOpen,
  parseTotals,
  rollupItemKeys,
} from '#lib/click-statistics/rules/rollups/items.ts';
import { hasSketch, type Scope, type ScopeKind } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { type Totals, tableOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { sortKey } from '#lib/table/keys/item.ts';

const withoutGroups = (totals: Totals): Totals =>
  new Map(
    [...totals].map(([name, { figures, groups }]) => [
      name,
      { figures, groups: { ...groups, affiliate: new Map() } },
    ]),
  );

/** Returns the item without its clicks by creator. */
export function withoutCreators(kind: ScopeKind, item: Item | undefined): Item | undefined {
  if (item === undefined || !hasSketch(kind)) return item;
  if ('hour' in item) {
    const open = parseOpen(kind, item);
    return { ...item, ...formatOpen(kind, { ...open, totals: withoutGroups(open.totals) }) };
  }
  if (!('through' in item)) return item;
  const closed = parseTotals(kind, item);
  return { ...item, ...formatTotals(kind, { ...closed, totals: withoutGroups(closed.totals) }) };
}

/** The totals in an item, and the sort keys of the hour, the day and the month that they are part of. */
function totalsIn(scope: Scope, item: Item): { readonly totals: Totals; readonly spans: readonly string[] } {
  if ('hour' in item) {
    const { hour, totals } = parseOpen(scope.kind, item);
    const spans = [hour, dayOfHour(hour), monthOfHour(hour)];
    return { totals, spans: spans.map((span) => rollupItemKeys.totals(scope, span).sk) };
  }
  if (!('through' in item)) return { totals: new Map(), spans: [] };
  return { totals: parseTotals(scope.kind, item).totals, spans: [String(item[sortKey])] };
}

/** Two texts are equal if all items together have the same clicks by creator in each hour, day and month. */
export function creatorCountsText(items: readonly (readonly [Scope, Item])[]): string {
  const sums = new Map<string, { clicks: number; uniqueClicks: number }>();
  for (const [scope, item] of items) {
    const { totals, spans } = totalsIn(scope, item);
    for (const span of spans) {
      for (const [creator, { clicks, uniqueClicks }] of tableOf(totals, 'affiliate').flatMap((groups) => [
        ...groups,
      ])) {
        const name = `${span} ${creator}`;
        const sum = sums.get(name) ?? { clicks: 0, uniqueClicks: 0 };
        sums.set(name, { clicks: sum.clicks + clicks, uniqueClicks: sum.uniqueClicks + uniqueClicks });
      }
    }
  }
  const counted = [...sums].filter(([, { clicks, uniqueClicks }]) => clicks !== 0 || uniqueClicks !== 0);
  return JSON.stringify(counted.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
