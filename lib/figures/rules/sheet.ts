// Stores figures: a sheet is the content of one item, with the figures of some ids, divided into parts.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Item } from '#lib/table/keys/item.ts';
import { addFigures, clickFigures, type Figures, isEmpty, nameOfValue, namesOf } from './figures.ts';

/**
 * The figures of an id are divided into parts: those of a creator by campaign and discount code, and payables by the day of the
 * approval. Others have one part, whose name is empty.
 */
export type Parts = Map<string, Figures>;
export type Sheet = Map<string, Parts>;

const stored = z.object({ figures: z.instanceof(Uint8Array) });

/** Compressed JSON, because the names of the figures repeat. */
export const encodeSheet = (sheet: Sheet): Uint8Array => {
  const rows = [...sheet].map(([id, parts]) => [id, Object.fromEntries(parts)]);
  return deflateRawSync(JSON.stringify(Object.fromEntries(rows)));
};

export function decodeSheet(bytes: Uint8Array): Sheet {
  const rows: Record<string, Record<string, Figures>> = JSON.parse(inflateRawSync(bytes).toString());
  return new Map(Object.entries(rows).map(([id, parts]) => [id, new Map(Object.entries(parts))]));
}

export const sheetOf = (item: Item | undefined): Sheet =>
  item === undefined ? new Map() : decodeSheet(stored.parse(item).figures);

/** An item has at most this number of referrers. The clicks of further ones have the value `otherReferrers`. */
export const maxReferrers = 400;
export const otherReferrers = '*';

const referrers = nameOfValue('clicks', 'referrer', '');
const referrersIn = (figures: Figures): readonly string[] =>
  namesOf(figures).flatMap((name) => (name.startsWith(referrers) ? [name.slice(referrers.length)] : []));
const countReferrers = (sheet: Sheet): number =>
  [...sheet.values()]
    .flatMap((parts) => [...parts.values()])
    .reduce((sum, figures) => sum + referrersIn(figures).length, 0);

/** Adds the clicks of all referrers but these to `otherReferrers`. */
function withReferrers(figures: Figures, known: readonly string[]): Figures {
  const sum: Figures = {};
  for (const name of namesOf(figures)) {
    const figure = clickFigures.find((one) => name.startsWith(nameOfValue(one, 'referrer', '')));
    const isOther =
      figure !== undefined && !known.some((one) => name === nameOfValue(figure, 'referrer', one));
    addFigures(sum, { [isOther ? nameOfValue(figure, 'referrer', otherReferrers) : name]: figures[name] });
  }
  return sum;
}

/** Removes what became 0, so that equal figures are equal sheets, whatever the order of the changes. */
export function addToSheet(sheet: Sheet, id: string, part: string, figures: Figures): void {
  const parts = sheet.get(id) ?? new Map<string, Figures>();
  const sum = { ...parts.get(part) };
  const isFull = referrersIn(figures).length > 0 && countReferrers(sheet) >= maxReferrers;
  addFigures(sum, isFull ? withReferrers(figures, referrersIn(sum)) : figures);
  if (isEmpty(sum)) parts.delete(part);
  else parts.set(part, sum);
  if (parts.size === 0) sheet.delete(id);
  else sheet.set(id, parts);
}

/** Which referrers a full sheet names depends on the order of the clicks, so their sum is compared. */
export function areEqual(one: Sheet, other: Sheet): boolean {
  const isFull = Math.max(countReferrers(one), countReferrers(other)) >= maxReferrers;
  const textOf = (sheet: Sheet): string => {
    const rows = [...sheet].flatMap(([id, parts]) =>
      [...parts].map(([part, figures]) => {
        const compared = isFull ? withReferrers(figures, []) : figures;
        return JSON.stringify([id, part, Object.entries(compared).toSorted()]);
      }),
    );
    return rows.toSorted().join('\n');
  };
  return textOf(one) === textOf(other);
}
