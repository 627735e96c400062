// Totals as bytes.
import type { Reader, Writer } from './bytes.ts';
import { readFigures, writeFigures } from './figures.ts';
import { readNames, writeNames } from './names.ts';
import { dimensionsOf, type Kind } from './scopes.ts';
import { type Groups, newCell, type Pair, type Totals } from './totals.ts';

/** All names once, and then every cell by their places. */
export function writeTotals(to: Writer, kind: Kind, totals: Totals): void {
  const names = new Set(totals.keys());
  for (const { groups } of totals.values()) {
    for (const values of Object.values(groups)) for (const value of values.keys()) names.add(value);
  }
  const places = writeNames(to, names);
  const inPlace = <Value>(map: Map<string, Value>) =>
    [...map]
      .map(([name, value]) => [places.get(name) ?? 0, value] as const)
      .sort(([one], [other]) => one - other);
  to.count(totals.size);
  for (const [place, { figures, groups }] of inPlace(totals)) {
    to.count(place);
    writeFigures(to, figures);
    for (const dimension of dimensionsOf[kind]) {
      const pairs = inPlace(groups[dimension] ?? new Map<string, Pair>());
      to.count(pairs.length);
      let last = 0;
      for (const [own, { clicks, uniqueClicks }] of pairs) {
        to.count(own - last);
        to.signed(clicks);
        // Most clicks are unique: the difference is the smaller number.
        to.signed(clicks - uniqueClicks);
        last = own;
      }
    }
  }
}

export function readTotals(from: Reader, kind: Kind): Totals {
  const names = readNames(from);
  const nameAt = (place: number): string => {
    const name = names[place];
    if (name === undefined) throw new Error('Figures cannot be read: they name what is not there');
    return name;
  };
  const totals: Totals = new Map();
  for (let cells = from.count(); cells > 0; cells -= 1) {
    const name = nameAt(from.count());
    const cell = { ...newCell(kind), figures: readFigures(from) };
    for (const dimension of dimensionsOf[kind]) {
      const groups: Groups = new Map();
      let place = 0;
      for (let pairs = from.count(); pairs > 0; pairs -= 1) {
        place += from.count();
        const clicks = from.signed();
        groups.set(nameAt(place), { clicks, uniqueClicks: clicks - from.signed() });
      }
      cell.groups[dimension] = groups;
    }
    totals.set(name, cell);
  }
  return totals;
}
