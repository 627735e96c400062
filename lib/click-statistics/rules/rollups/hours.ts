// Adds, encodes and decodes the figures and visitors of a day by hour.
import type { Reader, Writer } from './bytes.ts';
import { addFigures, decodeFigures, encodeFigures, type Figures, noFigures } from './figures.ts';
import { decodeNames, encodeNames } from './names.ts';
import { maxCells, overflowName, surplus } from './overflow.ts';
import type { Totals } from './totals.ts';

export const hoursOfDay = 24;

type FiguresByHour = Map<number, Figures>;

export interface Hours {
  readonly cells: Map<string, FiguresByHour>;
  /** The number of visitors of the day up to the end of each hour. Empty for a scope without a sketch. */
  readonly cumulativeVisitors: readonly number[];
}

export const emptyHours = (): Hours => ({ cells: new Map(), cumulativeVisitors: [] });

function addHour(cells: Hours['cells'], name: string, hour: number, figures: Figures): void {
  const hours = cells.get(name) ?? new Map<number, Figures>();
  const sum = hours.get(hour) ?? noFigures();
  addFigures(sum, figures);
  cells.set(name, hours.set(hour, sum));
}

export function addHourTotals(hours: Hours, hour: number, totals: Totals): Hours {
  for (const [name, { figures }] of totals) addHour(hours.cells, name, hour, figures);
  for (const name of surplus(hours.cells.keys(), maxCells)) {
    for (const [own, figures] of hours.cells.get(name) ?? [])
      addHour(hours.cells, overflowName, own, figures);
    hours.cells.delete(name);
  }
  return hours;
}

const hourBitmapBytes = 3;

export function encodeHours(to: Writer, { cells, cumulativeVisitors }: Hours): void {
  const names = [...encodeNames(to, cells.keys()).keys()];
  for (const name of names) {
    const hours = [...(cells.get(name) ?? [])].sort(([one], [other]) => one - other);
    const bits = Buffer.alloc(hourBitmapBytes);
    bits.writeUIntLE(
      hours.reduce((sum, [hour]) => sum + 2 ** hour, 0),
      0,
      hourBitmapBytes,
    );
    to.bytes(bits);
    for (const [, figures] of hours) encodeFigures(to, figures);
  }
  to.unsigned(cumulativeVisitors.length);
  cumulativeVisitors.forEach((visitors, hour) => {
    to.unsigned(visitors - (cumulativeVisitors[hour - 1] ?? 0));
  });
}

export function decodeHours(from: Reader): Hours {
  const cells: Hours['cells'] = new Map();
  for (const name of decodeNames(from)) {
    const bits = Buffer.from(from.bytes(hourBitmapBytes)).readUIntLE(0, hourBitmapBytes);
    const present = Array.from({ length: hoursOfDay }, (_, hour) => hour).filter(
      (hour) => (bits >> hour) & 1,
    );
    cells.set(name, new Map(present.map((hour) => [hour, decodeFigures(from)])));
  }
  const cumulativeVisitors: number[] = [];
  for (let rest = from.unsigned(); rest > 0; rest -= 1)
    cumulativeVisitors.push((cumulativeVisitors.at(-1) ?? 0) + from.unsigned());
  return { cells, cumulativeVisitors };
}
