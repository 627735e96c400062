// Encodes and decodes the missed clicks of referrers. They are the end of an item's bytes, and absent if nothing was missed, so
// items from before they existed remain readable.
import type { Reader, Writer } from './bytes.ts';
import type { Totals } from './totals.ts';
import { namesIn } from './totals-bytes.ts';

interface MissedClicks {
  readonly index: number;
  readonly missed: number;
}

export function encodeMissed(to: Writer, totals: Totals): void {
  const names = [...namesIn(totals)].sort();
  const indexes = new Map(names.map((name, index) => [name, index]));
  const cells = names.flatMap((name, cell) => {
    const entries = [...(totals.get(name)?.groups.referrer ?? [])]
      .map(([value, { missed }]): MissedClicks => ({ index: indexes.get(value) ?? 0, missed }))
      .filter(({ missed }) => missed > 0)
      .sort((one, other) => one.index - other.index);
    return entries.length === 0 ? [] : [{ cell, entries }];
  });
  if (cells.length === 0) return;
  to.unsigned(cells.length);
  for (const { cell, entries } of cells) {
    to.unsigned(cell);
    to.unsigned(entries.length);
    let last = 0;
    for (const { index, missed } of entries) {
      to.unsigned(index - last);
      to.unsigned(missed);
      last = index;
    }
  }
}

/** Sets the missed clicks in `totals`, which the same bytes contain before them. */
export function decodeMissed(from: Reader, totals: Totals): void {
  if (from.isAtEnd()) return;
  const names = [...namesIn(totals)].sort();
  for (let cells = from.unsigned(); cells > 0; cells -= 1) {
    const groups = totals.get(names[from.unsigned()] ?? '')?.groups.referrer;
    let index = 0;
    for (let entries = from.unsigned(); entries > 0; entries -= 1) {
      index += from.unsigned();
      const counts = groups?.get(names[index] ?? '');
      if (counts === undefined)
        throw new Error('A stored rollup is invalid: it refers to a missing referrer');
      counts.missed = from.unsigned();
    }
  }
}
