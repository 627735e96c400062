// Adds, encodes and decodes the sheets of reports: figures by name and slot.
import { reader, writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { decodeNames, encodeNames } from '#lib/click-statistics/rules/rollups/names.ts';
import { addFigures, columns, type Figures, isZero, noFigures } from './figures.ts';

/** The slot is the UTC hour of the day, 0 in a sheet of a month, or the day of the approval in a sheet of payables. */
export type Slots = Map<number, Figures>;
export type Sheet = Map<string, Slots>;

/** Removes figures that became 0, so that equal figures have equal bytes, whatever the order of the deltas. */
export function addToSheet(sheet: Sheet, name: string, slot: number, figures: Figures): void {
  const slots = sheet.get(name) ?? new Map<number, Figures>();
  const sum = slots.get(slot) ?? noFigures();
  addFigures(sum, figures);
  if (isZero(sum)) slots.delete(slot);
  else slots.set(slot, sum);
  if (slots.size === 0) sheet.delete(name);
  else sheet.set(name, slots);
}

export function encodeSheet(sheet: Sheet): Uint8Array {
  const to = writer();
  for (const name of encodeNames(to, sheet.keys()).keys()) {
    const slots = [...(sheet.get(name) ?? [])].sort(([one], [other]) => one - other);
    to.unsigned(slots.length);
    let last = 0;
    for (const [slot, figures] of slots) {
      to.unsigned(slot - last);
      last = slot;
      const present = columns.filter((column) => figures[column] !== 0);
      to.unsigned(present.reduce((bits, column) => bits + 2 ** columns.indexOf(column), 0));
      for (const column of present) to.signed(figures[column]);
    }
  }
  return to.done();
}

export function decodeSheet(bytes: Uint8Array): Sheet {
  const from = reader(bytes);
  const sheet: Sheet = new Map();
  for (const name of decodeNames(from)) {
    const slots: Slots = new Map();
    let slot = 0;
    for (let rest = from.unsigned(); rest > 0; rest -= 1) {
      slot += from.unsigned();
      const figures = noFigures();
      const bits = from.unsigned();
      columns.forEach((column, index) => {
        if (Math.floor(bits / 2 ** index) % 2 === 1) figures[column] = from.signed();
      });
      slots.set(slot, figures);
    }
    sheet.set(name, slots);
  }
  return sheet;
}
