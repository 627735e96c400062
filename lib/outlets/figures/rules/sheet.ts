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
 * Compressed JSON, because ids and names repeat. `values` has the clicks by country, device and referrer: reads that do not need them leave
 * them out.
 */
const stored = z.object({
  figures: z.instanceof(Uint8Array),
  values: z.instanceof(Uint8Array).optional(),
});

type Rows<Content> = Record<string, Record<string, Content>>;

const compress = (rows: object): Uint8Array => deflateRawSync(JSON.stringify(rows));
const decompress = <Content>(bytes: Uint8Array): Rows<Content> =>
  JSON.parse(inflateRawSync(bytes).toString());

/** The result leaves out what has no content. */
function rowsOf<Content>(sheet: Sheet, contentOf: (figures: Figures) => Content | undefined): Rows<Content> {
  const rows: Rows<Content> = {};
  for (const [id, parts] of sheet) {
    const own = [...parts].flatMap(([part, figures]) => {
      const content = contentOf(figures);
      return content === undefined ? [] : [[part, content] as const];
    });
    if (own.length > 0) rows[id] = Object.fromEntries(own);
  }
  return rows;
}

export function encodeSheet(sheet: Sheet): Item {
  const figures = rowsOf(sheet, ({ values: _, ...counts }) => counts);
  const values = rowsOf(sheet, (own) => own.values);
  return {
    figures: compress(figures),
    ...(Object.keys(values).length > 0 && { values: compress(values) }),
  };
}

export function sheetOf(item: Item | undefined): Sheet {
  const sheet: Sheet = new Map();
  if (item === undefined) return sheet;
  const { figures, values } = stored.parse(item);
  for (const [id, parts] of Object.entries(decompress<Figures>(figures)))
    sheet.set(id, new Map(Object.entries(parts)));
  if (values === undefined) return sheet;
  for (const [id, parts] of Object.entries(decompress<Values>(values))) {
    for (const [part, own] of Object.entries(parts)) {
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

/** An item names at most this number of referrers. If there are more, it keeps half as many: those with the most clicks. */
const maxReferrers = 400;
/** The clicks of the other referrers. */
export const otherReferrers = '*';

const countReferrers = (sheet: Sheet): number =>
  [...sheet.values()]
    .flatMap((parts) => [...parts.values()])
    .reduce((sum, { values }) => sum + (values?.referrer?.length ?? 0), 0);

/** The result adds the clicks of the other referrers of each part. */
function withFewerReferrers(sheet: Sheet, count: number): Sheet {
  const copy = structuredClone(sheet);
  const allValues = [...copy.values()].flatMap((parts) =>
    [...parts.values()].flatMap(({ values }) => (values?.referrer === undefined ? [] : [values])),
  );
  const named = allValues
    .flatMap(({ referrer = [] }) => referrer)
    .filter(([host]) => host !== otherReferrers)
    .toSorted(([one, clicks], [other, others]) => others - clicks || (one < other ? -1 : 1));
  const kept = new Set(named.slice(0, count));
  for (const values of allValues) {
    const others: ClicksOfValue = [otherReferrers, 0, 0];
    for (const referrer of values.referrer ?? []) {
      if (kept.has(referrer)) continue;
      others[1] += referrer[1];
      others[2] += referrer[2];
    }
    const own = (values.referrer ?? []).filter((referrer) => kept.has(referrer));
    values.referrer = others[1] === 0 && others[2] === 0 ? own : [...own, others];
  }
  return copy;
}

/** The limit bounds the item, because anybody can send clicks with any referrer. Forged referrers do not displace frequent ones. */
export const limitReferrers = (sheet: Sheet): Sheet =>
  countReferrers(sheet) > maxReferrers ? withFewerReferrers(sheet, maxReferrers / 2) : sheet;

const hasOthers = (sheet: Sheet): boolean =>
  [...sheet.values()].some((parts) =>
    [...parts.values()].some(({ values }) => values?.referrer?.some(([host]) => host === otherReferrers)),
  );

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
