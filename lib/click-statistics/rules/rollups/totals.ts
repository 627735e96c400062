// Sums over a span of time, whatever it is (an hour, a day, a month): figures, and clicks by each dimension.
//
// Adding is all there is to it: the same gains give the same totals in whatever order and grouping they come. What has no
// natural bound is bounded so that this stays true: of too many values those are kept whose hashes are the smallest, each
// exact, and all others are one. A value that is kept in the end was never let go before, for fewer had been seen then.
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { addFigures, addGain, type Figures, noFigures } from './figures.ts';
import { others, surplus } from './overflow.ts';
import { cellOf, type Dimension, dimensionsOf, type Kind, visitorsToldBy } from './scopes.ts';

/** Clicks that count, and the unique ones among them. */
export interface Pair {
  clicks: number;
  uniqueClicks: number;
}

/** By the value of a dimension: an id, a country, …; `nothing` where a click has none. */
export type Groups = Map<string, Pair>;

export interface Cell {
  readonly figures: Figures;
  readonly groups: Partial<Record<Dimension, Groups>>;
}

/** A creator's by campaign; of every other scope there is one cell, that of `nothing`. */
export type Totals = Map<string, Cell>;

/** Of a click without a campaign, of an unknown country, without a referrer. */
export const nothing = '';

/**
 * So many values are kept of each dimension, over all cells; and so many cells. An item, at most 400 KB, holds them all:
 * a brand has at most 10,000 creators at a time, and 200 campaigns of a creator with 200 hosts each are 270 KB.
 */
const keptOf: Readonly<Record<Kind, Readonly<Record<Dimension, number>>>> = {
  brand: { affiliate: 11_000, campaign: 1000, country: 300, device: 10, referrer: 1000 },
  campaign: { affiliate: 11_000, campaign: 1000, country: 300, device: 10, referrer: 1000 },
  affiliate: { affiliate: 0, campaign: 0, country: 300, device: 10, referrer: 200 },
};
export const keptCells = 200;

export const newCell = (kind: Kind): Cell => ({
  figures: noFigures(),
  groups: Object.fromEntries(dimensionsOf[kind].map((dimension) => [dimension, new Map()])),
});

function at<Value>(map: Map<string, Value>, name: string, create: () => Value): Value {
  const found = map.get(name);
  if (found !== undefined) return found;
  const created = create();
  map.set(name, created);
  return created;
}

const noClicks = (): Pair => ({ clicks: 0, uniqueClicks: 0 });

function addPair(to: Pair, { clicks, uniqueClicks }: Pair): void {
  to.clicks += clicks;
  to.uniqueClicks += uniqueClicks;
}

function addCell(to: Cell, from: Cell): void {
  addFigures(to.figures, from.figures);
  for (const [dimension, groups] of Object.entries(from.groups)) {
    const own = to.groups[dimension as Dimension];
    if (own === undefined) continue;
    for (const [value, pair] of groups) addPair(at(own, value, noClicks), pair);
  }
}

/**
 * Whether it is about a click that nothing is wrong with, whether it counts or repeats one. That never changes of a click,
 * so the values that have been seen are the same however it was told; they may stand there with no clicks.
 */
const isSeen = ({ clicks, uniqueClicks, filtered: { duplicate = 0 } }: ClickDelta): boolean =>
  clicks !== 0 || uniqueClicks !== 0 || duplicate !== 0;

const valuesOf = (gain: ClickDelta): Readonly<Record<Dimension, string>> => ({
  affiliate: gain.affiliateId,
  campaign: gain.campaignId ?? nothing,
  country: gain.country ?? nothing,
  device: gain.device,
  referrer: gain.referrerHost ?? nothing,
});

/** What these gains add up to. */
export function totalsOf(kind: Kind, gains: Iterable<ClickDelta>): Totals {
  const totals: Totals = new Map();
  for (const gain of gains) {
    const cell = at(totals, cellOf(kind, gain) ?? nothing, () => newCell(kind));
    addGain(cell.figures, gain, visitorsToldBy(kind, gain));
    if (!isSeen(gain)) continue;
    const values = valuesOf(gain);
    for (const dimension of dimensionsOf[kind]) {
      const groups = cell.groups[dimension];
      if (groups !== undefined) addPair(at(groups, values[dimension], noClicks), gain);
    }
  }
  return bounded(kind, totals);
}

/** Both together. */
export function sumOf(kind: Kind, ...all: readonly Totals[]): Totals {
  const sum: Totals = new Map();
  for (const totals of all) {
    for (const [name, cell] of totals)
      addCell(
        at(sum, name, () => newCell(kind)),
        cell,
      );
  }
  return bounded(kind, sum);
}

function bounded(kind: Kind, totals: Totals): Totals {
  for (const name of surplus(totals.keys(), keptCells)) {
    const cell = totals.get(name);
    if (cell !== undefined)
      addCell(
        at(totals, others, () => newCell(kind)),
        cell,
      );
    totals.delete(name);
  }
  for (const dimension of dimensionsOf[kind]) {
    const maps = [...totals.values()].flatMap(({ groups }) => groups[dimension] ?? []);
    const values = new Set(maps.flatMap((groups) => [...groups.keys()]));
    for (const value of surplus(values, keptOf[kind][dimension])) {
      for (const groups of maps) {
        const pair = groups.get(value);
        if (pair !== undefined) addPair(at(groups, others, noClicks), pair);
        groups.delete(value);
      }
    }
  }
  return totals;
}
