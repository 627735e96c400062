// The hours of a day: figures of each, by cell, and how many visitors a sketch had told by the end of each.
import type { Reader, Writer } from './bytes.ts';
import { addFigures, type Figures, noFigures, readFigures, writeFigures } from './figures.ts';
import { readNames, writeNames } from './names.ts';
import { others, surplus } from './overflow.ts';
import { keptCells, type Totals } from './totals.ts';

export const hoursOfDay = 24;

/** By cell, as the totals of each hour; by hour, UTC. Hours without figures are not there. */
type FiguresByHour = Map<number, Figures>;

export interface Hours {
  readonly cells: Map<string, FiguresByHour>;
  /** By hour; empty where no sketch tells visitors. It never falls from one hour to the next. */
  readonly visitorsBy: readonly number[];
}

export const noHours = (): Hours => ({ cells: new Map(), visitorsBy: [] });

function addHour(cells: Hours['cells'], name: string, hour: number, figures: Figures): void {
  const hours = cells.get(name) ?? new Map<number, Figures>();
  const sum = hours.get(hour) ?? noFigures();
  addFigures(sum, figures);
  cells.set(name, hours.set(hour, sum));
}

/** With the figures of an hour added. Changes what it is given: use the answer alone. */
export function withHour(hours: Hours, hour: number, totals: Totals): Hours {
  for (const [name, { figures }] of totals) addHour(hours.cells, name, hour, figures);
  // As many cells, and the same, as the totals of the day keep.
  for (const name of surplus(hours.cells.keys(), keptCells)) {
    for (const [own, figures] of hours.cells.get(name) ?? []) addHour(hours.cells, others, own, figures);
    hours.cells.delete(name);
  }
  return hours;
}

/** Which hours there are, a bit each. */
const bytesOfHours = 3;

export function writeHours(to: Writer, { cells, visitorsBy }: Hours): void {
  const names = [...writeNames(to, cells.keys()).keys()];
  for (const name of names) {
    const hours = [...(cells.get(name) ?? [])].sort(([one], [other]) => one - other);
    const bits = Buffer.alloc(bytesOfHours);
    bits.writeUIntLE(
      hours.reduce((sum, [hour]) => sum + 2 ** hour, 0),
      0,
      bytesOfHours,
    );
    to.bytes(bits);
    for (const [, figures] of hours) writeFigures(to, figures);
  }
  to.count(visitorsBy.length);
  visitorsBy.forEach((visitors, hour) => {
    to.count(visitors - (visitorsBy[hour - 1] ?? 0));
  });
}

export function readHours(from: Reader): Hours {
  const cells: Hours['cells'] = new Map();
  for (const name of readNames(from)) {
    const bits = Buffer.from(from.bytes(bytesOfHours)).readUIntLE(0, bytesOfHours);
    const present = Array.from({ length: hoursOfDay }, (_, hour) => hour).filter(
      (hour) => (bits >> hour) & 1,
    );
    cells.set(name, new Map(present.map((hour) => [hour, readFigures(from)])));
  }
  const visitorsBy: number[] = [];
  for (let rest = from.count(); rest > 0; rest -= 1) visitorsBy.push((visitorsBy.at(-1) ?? 0) + from.count());
  return { cells, visitorsBy };
}
