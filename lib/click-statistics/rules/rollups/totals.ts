// Sums the totals of an hour, a day or a month: figures, and clicks by dimension.
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { addDelta, addFigures, type Figures, noFigures } from './figures.ts';
import { overflowName, surplus } from './overflow.ts';
import { cellOf, countedVisitors, type Dimension, dimensionsOf, type ScopeKind } from './scopes.ts';

export interface ClickCounts {
  clicks: number;
  uniqueClicks: number;
}

export type Groups = Map<string, ClickCounts>;

export interface Cell {
  readonly figures: Figures;
  readonly groups: Partial<Record<Dimension, Groups>>;
}

/** Contains the cells of a scope by key: for a creator, one cell for each campaign; otherwise a single cell, under `noValue`. */
export type Totals = Map<string, Cell>;

export const noValue = '';

/**
 * The limits keep a rollup below DynamoDB's item limit of 400 KB: 200 cells with 200 referrer hosts each take 270 KB. The limit
 * of creators (`affiliate`) exceeds the 10,000 creators of the largest plan.
 */
const maxValues: Readonly<Record<ScopeKind, Readonly<Record<Dimension, number>>>> = {
  brand: { affiliate: 11_000, campaign: 1000, country: 300, device: 10, referrer: 1000 },
  campaign: { affiliate: 11_000, campaign: 1000, country: 300, device: 10, referrer: 1000 },
  affiliate: { affiliate: 0, campaign: 0, country: 300, device: 10, referrer: 200 },
};
export const maxCells = 200;

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

const noCounts = (): ClickCounts => ({ clicks: 0, uniqueClicks: 0 });

function addCounts(to: ClickCounts, { clicks, uniqueClicks }: ClickCounts): void {
  to.clicks += clicks;
  to.uniqueClicks += uniqueClicks;
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

export function totalsOf(kind: ScopeKind, deltas: Iterable<ClickDelta>): Totals {
  const totals: Totals = new Map();
  for (const delta of deltas) {
    const cell = getOrCreate(totals, cellOf(kind, delta) ?? noValue, () => newCell(kind));
    addDelta(cell.figures, delta, countedVisitors(kind, delta));
    if (!isByPerson(delta)) continue;
    const values = valuesOf(delta);
    for (const dimension of dimensionsOf[kind]) {
      const groups = cell.groups[dimension];
      if (groups !== undefined) addCounts(getOrCreate(groups, values[dimension], noCounts), delta);
    }
  }
  return limitNames(kind, totals);
}

export function sumTotals(kind: ScopeKind, ...all: readonly Totals[]): Totals {
  const sum: Totals = new Map();
  for (const totals of all) {
    for (const [name, cell] of totals)
      addCell(
        getOrCreate(sum, name, () => newCell(kind)),
        cell,
      );
  }
  return limitNames(kind, sum);
}

/** Keeps the names with the smallest hashes, so a dropped name never returns. The counts of the kept names are therefore exact. */
function limitNames(kind: ScopeKind, totals: Totals): Totals {
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
    const maps = [...totals.values()].flatMap(({ groups }) => groups[dimension] ?? []);
    const values = new Set(maps.flatMap((groups) => [...groups.keys()]));
    for (const value of surplus(values, maxValues[kind][dimension])) {
      for (const groups of maps) {
        const counts = groups.get(value);
        if (counts !== undefined) addCounts(getOrCreate(groups, overflowName, noCounts), counts);
        groups.delete(value);
      }
    }
  }
  return totals;
}
