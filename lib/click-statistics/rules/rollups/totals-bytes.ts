// Encodes and decodes totals as bytes.
import type { Reader, Writer } from './bytes.ts';
import { decodeFigures, encodeFigures } from './figures.ts';
import type { ClickCounts, Groups } from './frequent-values.ts';
import { decodeNames, encodeNames } from './names.ts';
import { dimensionsOf, type ScopeKind } from './scopes.ts';
import { newCell, type Totals } from './totals.ts';

/** Returns the names of all cells and values. */
export function namesIn(totals: Totals): ReadonlySet<string> {
  const names = new Set(totals.keys());
  for (const { groups } of totals.values()) {
    for (const values of Object.values(groups)) for (const value of values.keys()) names.add(value);
  }
  return names;
}

export function encodeTotals(to: Writer, kind: ScopeKind, totals: Totals): void {
  const indexes = encodeNames(to, namesIn(totals));
  const byIndex = <Value>(map: Map<string, Value>) =>
    [...map]
      .map(([name, value]) => [indexes.get(name) ?? 0, value] as const)
      .sort(([one], [other]) => one - other);
  to.unsigned(totals.size);
  for (const [index, { figures, groups }] of byIndex(totals)) {
    to.unsigned(index);
    encodeFigures(to, figures);
    for (const dimension of dimensionsOf[kind]) {
      const pairs = byIndex(groups[dimension] ?? new Map<string, ClickCounts>());
      to.unsigned(pairs.length);
      let last = 0;
      for (const [own, { clicks, uniqueClicks }] of pairs) {
        to.unsigned(own - last);
        to.signed(clicks);
        // Most clicks are unique, so this difference is small and takes fewer bytes than the unique clicks.
        to.signed(clicks - uniqueClicks);
        last = own;
      }
    }
  }
}

export function decodeTotals(from: Reader, kind: ScopeKind): Totals {
  const names = decodeNames(from);
  const nameAt = (index: number): string => {
    const name = names[index];
    if (name === undefined) throw new Error('A stored rollup is invalid: it refers to a missing name');
    return name;
  };
  const totals: Totals = new Map();
  for (let cells = from.unsigned(); cells > 0; cells -= 1) {
    const name = nameAt(from.unsigned());
    const cell = { ...newCell(kind), figures: decodeFigures(from) };
    for (const dimension of dimensionsOf[kind]) {
      const groups: Groups = new Map();
      let index = 0;
      for (let pairs = from.unsigned(); pairs > 0; pairs -= 1) {
        index += from.unsigned();
        const clicks = from.signed();
        groups.set(nameAt(index), { clicks, uniqueClicks: clicks - from.signed(), missed: 0 });
      }
      cell.groups[dimension] = groups;
    }
    totals.set(name, cell);
  }
  return totals;
}
