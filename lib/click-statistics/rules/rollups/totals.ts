// Sums the totals of an hour, a day or a month: figures, and clicks by dimension.
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { addDelta, addFigures, type Figures, noFigures } from './figures.ts';
import {
  addCounts,
  addMissed,
  type Groups,
  infrequentValues,
  noCounts,
  type Table,
} from './frequent-values.ts';
import { maxCells, maxValues, overflowName, surplus } from './overflow.ts';
import {
  cellOf,
  countedDimensions,
  countedVisitors,
  type Dimension,
  dimensionsOf,
  hasFigures,
  type Scope,
  type ScopeKind,
} from './scopes.ts';

export interface Cell {
  readonly figures: Figures;
  readonly groups: Partial<Record<Dimension, Groups>>;
}

/** Contains the cells of a scope by key: for a creator, one cell for each campaign; otherwise a single cell, under `noValue`. */
export type Totals = Map<string, Cell>;

export const noValue = '';

/** The id of the brand is the key of hashes, because visitors and creators do not know it. */
export type TotalsScope = Pick<Scope, 'kind' | 'brandId' | 'isWide'>;

export const newCell = (kind: ScopeKind): Cell => ({
  figures: noFigures(),
  groups: Object.fromEntries(dimensionsOf[kind].map((dimension) => [dimension, new Map()])),
});

function getOrCreate<Value>(map: Map<string, Value>, name: string, create: () => Value): Value {
  const found = map.get(name);
  if (found !== undefined) return found;
  const created = create();
  map.set(name, created);
  return created;
}

function addCell(to: Cell, from: Cell): void {
  addFigures(to.figures, from.figures);
  for (const [dimension, groups] of Object.entries(from.groups)) {
    const own = to.groups[dimension as Dimension];
    if (own === undefined) continue;
    for (const [value, counts] of groups) addCounts(getOrCreate(own, value, noCounts), counts);
  }
}

/**
 * Returns true for duplicates too, because a late click can turn a duplicate into a counted click. Otherwise the groups would
 * depend on the order in which the deltas arrive.
 */
const isByPerson = ({ clicks, uniqueClicks, filtered: { duplicate = 0 } }: ClickDelta): boolean =>
  clicks !== 0 || uniqueClicks !== 0 || duplicate !== 0;

const valuesOf = (delta: ClickDelta): Readonly<Record<Dimension, string>> => ({
  affiliate: delta.affiliateId,
  campaign: delta.campaignId ?? noValue,
  country: delta.country ?? noValue,
  device: delta.device,
  referrer: delta.referrerHost ?? noValue,
});

export function totalsOf(scope: TotalsScope, deltas: Iterable<ClickDelta>): Totals {
  const { kind } = scope;
  const counted = countedDimensions(scope);
  const totals: Totals = new Map();
  for (const delta of deltas) {
    const cell = getOrCreate(totals, cellOf(kind, delta) ?? noValue, () => newCell(kind));
    if (hasFigures(kind)) addDelta(cell.figures, delta, countedVisitors(kind, delta));
    if (!isByPerson(delta)) continue;
    const values = valuesOf(delta);
    for (const dimension of counted) {
      const groups = cell.groups[dimension];
      if (groups !== undefined) {
        const { clicks, uniqueClicks } = delta;
        addCounts(getOrCreate(groups, values[dimension], noCounts), { clicks, uniqueClicks, missed: 0 });
      }
    }
  }
  return limitNames(scope, totals);
}

export function sumTotals(scope: TotalsScope, ...all: readonly Totals[]): Totals {
  const { kind } = scope;
  const sum: Totals = new Map();
  for (const totals of all) {
    for (const [name, cell] of totals)
      addCell(
        getOrCreate(sum, name, () => newCell(kind)),
        cell,
      );
  }
  addMissed(
    tableOf(sum, 'referrer'),
    all.map((totals) => tableOf(totals, 'referrer')),
  );
  return limitNames(scope, sum);
}

export const tableOf = (totals: Totals, dimension: Dimension): Table =>
  [...totals.values()].flatMap(({ groups }) => groups[dimension] ?? []);

/**
 * Keeps the most frequent referrers, because anybody can forge them. Of the other names, which belong to the brand, keeps those with
 * the smallest hashes: a dropped name never returns, so the counts of the kept names are exact.
 */
function limitNames({ kind, brandId }: TotalsScope, totals: Totals): Totals {
  for (const name of surplus(totals.keys(), maxCells)) {
    const cell = totals.get(name);
    if (cell !== undefined)
      addCell(
        getOrCreate(totals, overflowName, () => newCell(kind)),
        cell,
      );
    totals.delete(name);
  }
  for (const dimension of dimensionsOf[kind]) {
    const table = tableOf(totals, dimension);
    const limit = maxValues[kind][dimension];
    const dropped =
      dimension === 'referrer'
        ? infrequentValues(table, limit, brandId)
        : surplus(new Set(table.flatMap((groups) => [...groups.keys()])), limit);
    for (const value of dropped) {
      for (const groups of table) {
        const counts = groups.get(value);
        if (counts !== undefined)
          addCounts(getOrCreate(groups, overflowName, noCounts), { ...counts, missed: 0 });
        groups.delete(value);
      }
    }
  }
  return totals;
}
