// Stores figures: a sheet is the content of one item, with the figures of some ids, divided into parts.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { addFigures, type Figures, isEmpty, type Values } from './figures.ts';

/**
 * The figures of an id are divided into parts: those of a creator by campaign and discount code, and payables by the day of the
 * approval. Others have one part, whose name is empty.
 */
export type Parts = Map<string, Figures>;
export type Sheet = Map<string, Parts>;

/**
 * The rows are compressed JSON, because ids and names repeat. `values` has the clicks by value, such as a country: reads that do
 * not need them leave them out.
 */
const stored = z.object({
  figures: z.instanceof(Uint8Array),
  values: z.instanceof(Uint8Array).optional(),
});

/** The parts of each id. */
type Rows<Content> = (readonly [id: string, parts: (readonly [part: string, content: Content])[]])[];

const compress = (rows: Rows<object>): Uint8Array => deflateRawSync(JSON.stringify(rows));
const decompress = <Content>(bytes: Uint8Array): Rows<Content> =>
  JSON.parse(inflateRawSync(bytes).toString());

export function encodeSheet(sheet: Sheet): Item {
  const figures: Rows<Figures> = [];
  const values: Rows<Values> = [];
  for (const [id, parts] of sheet) {
    figures.push([id, [...parts].map(([part, { values: _, ...counts }]) => [part, counts])]);
    const own = [...parts].flatMap(([part, one]) => (one.values ? [[part, one.values] as const] : []));
    if (own.length > 0) values.push([id, own]);
  }
  return { figures: compress(figures), ...(values.length > 0 && { values: compress(values) }) };
}

export function sheetOf(item: Item | undefined): Sheet {
  if (item === undefined) return new Map();
  const { figures, values } = stored.parse(item);
  const sheet: Sheet = new Map(decompress<Figures>(figures).map(([id, parts]) => [id, new Map(parts)]));
  if (values === undefined) return sheet;
  for (const [id, parts] of decompress<Values>(values)) {
    for (const [part, own] of parts) {
      const counts = sheet.get(id)?.get(part);
      if (counts !== undefined) counts.values = own;
    }
  }
  return sheet;
}

/** `addToSheet` removes what became 0, so that equal figures are equal sheets, whatever the order of the changes. */
export function addToSheet(sheet: Sheet, id: string, part: string, figures: Figures): void {
  const parts = sheet.get(id) ?? new Map<string, Figures>();
  const sum = parts.get(part) ?? {};
  addFigures(sum, figures);
  if (isEmpty(sum)) parts.delete(part);
  else parts.set(part, sum);
  if (parts.size === 0) sheet.delete(id);
  else sheet.set(id, parts);
}

export function addParts(sums: Parts, parts: Parts, sign: 1 | -1 = 1): Parts {
  for (const [part, figures] of parts) {
    const sum = sums.get(part) ?? {};
    addFigures(sum, figures, sign);
    sums.set(part, sum);
  }
  return sums;
}

/** Equal figures have the same text. */
export const textOfFigures = ({ values = {}, ...counts }: Figures): string =>
  JSON.stringify([
    Object.entries(counts).toSorted(),
    Object.entries(values)
      .map(([dimension, clicks]) => [dimension, clicks.toSorted()])
      .toSorted(),
  ]);
