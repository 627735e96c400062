// Stores figures: a sheet is the content of one item, with the figures of some ids, divided into parts.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { addFigures, type ClicksOfValue, type Figures, isEmpty, type Values } from './figures.ts';

/**
 * The figures of an id are divided into parts: those of a creator by campaign and discount code, and payables by the day of the
 * approval. Others have one part, whose name is empty.
 */
export type Parts = Map<string, Figures>;
export type Sheet = Map<string, Parts>;

/**
 * The rows are compressed JSON, because ids and names repeat. `values` has the clicks by country, device and referrer: reads that do not need them leave
 * them out.
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

/** An item names at most this number of referrers. If there are more, it keeps half as many: those with the most clicks. */
const maxReferrers = 400;
/** The clicks of the other referrers. */
export const otherReferrers = '*';

const valuesIn = (sheet: Sheet): readonly Values[] =>
  [...sheet.values()].flatMap((parts) => [...parts.values()].flatMap(({ values }) => values ?? []));
const referrersIn = (sheet: Sheet): readonly ClicksOfValue[] =>
  valuesIn(sheet).flatMap(({ referrer }) => referrer ?? []);

/** The result adds the clicks of the other referrers of each part. */
function withFewerReferrers(sheet: Sheet, count: number): Sheet {
  const copy = structuredClone(sheet);
  const named = referrersIn(copy)
    .filter(([host]) => host !== otherReferrers)
    .toSorted(([one, clicks], [other, others]) => others - clicks || (one < other ? -1 : 1));
  const kept = new Set(named.slice(0, count));
  for (const values of valuesIn(copy)) {
    if (values.referrer === undefined) continue;
    const others: ClicksOfValue = [otherReferrers, 0, 0];
    for (const referrer of values.referrer) {
      if (kept.has(referrer)) continue;
      others[1] += referrer[1];
      others[2] += referrer[2];
    }
    const own = values.referrer.filter((referrer) => kept.has(referrer));
    values.referrer = others[1] === 0 && others[2] === 0 ? own : [...own, others];
  }
  return copy;
}

/** The limit bounds the item, because anybody can send clicks with any referrer. Forged referrers do not displace frequent ones. */
export const limitReferrers = (sheet: Sheet): Sheet =>
  referrersIn(sheet).length > maxReferrers ? withFewerReferrers(sheet, maxReferrers / 2) : sheet;

const hasOthers = (sheet: Sheet): boolean => referrersIn(sheet).some(([host]) => host === otherReferrers);

/** Equal figures have the same text. */
export const textOfFigures = ({ values = {}, ...counts }: Figures): string =>
  JSON.stringify([
    Object.entries(counts).toSorted(),
    Object.entries(values)
      .map(([dimension, clicks]) => [dimension, clicks.toSorted()])
      .toSorted(),
  ]);

/** Sheets with other referrers are compared by the sums of their referrers, because the order of the clicks decides which have names. */
export function areEqual(one: Sheet, other: Sheet): boolean {
  const areLimited = hasOthers(one) || hasOthers(other);
  const textOf = (sheet: Sheet): string => {
    const compared = areLimited ? withFewerReferrers(sheet, 0) : sheet;
    const rows = [...compared].flatMap(([id, parts]) =>
      [...parts].map(([part, figures]) => JSON.stringify([id, part, textOfFigures(figures)])),
    );
    return rows.toSorted().join('\n');
  };
  return textOf(one) === textOf(other);
}
