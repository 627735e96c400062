// Stores figures: a sheet is the content of one item, with the figures of some ids, divided into parts.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { Item } from '#lib/table/keys/item.ts';
import {
  addFigures,
  clickFigures,
  clicksByValue,
  type Figures,
  figuresOfValues,
  figuresWithoutValues,
  isEmpty,
  nameOfValue,
} from './figures.ts';

/**
 * The figures of an id are divided into parts: those of a creator by campaign and discount code, and payables by the day of the
 * approval. Others have one part, whose name is empty.
 */
export type Parts = Map<string, Figures>;
export type Sheet = Map<string, Parts>;

/** `values` has the clicks by country, device and referrer. Reads that do not need them leave them out. */
const stored = z.object({
  figures: z.instanceof(Uint8Array),
  values: z.instanceof(Uint8Array).optional(),
});

/** Compressed JSON, because the names of the figures repeat. */
function encode(sheet: Sheet, figuresOfPart: (figures: Figures) => Figures): Uint8Array {
  const rows: Record<string, Record<string, Figures>> = {};
  for (const [id, parts] of sheet) {
    const own = [...parts].map(([part, figures]) => [part, figuresOfPart(figures)] as const);
    const kept = own.filter(([, figures]) => !isEmpty(figures));
    if (kept.length > 0) rows[id] = Object.fromEntries(kept);
  }
  return deflateRawSync(JSON.stringify(rows));
}

const hasValues = (sheet: Sheet): boolean =>
  [...sheet.values()].some((parts) =>
    [...parts.values()].some((figures) => !isEmpty(figuresOfValues(figures))),
  );

export const encodeSheet = (sheet: Sheet): Item => ({
  figures: encode(sheet, figuresWithoutValues),
  ...(hasValues(sheet) && { values: encode(sheet, figuresOfValues) }),
});

function decode(bytes: Uint8Array, sheet: Sheet): void {
  const rows: Record<string, Record<string, Figures>> = JSON.parse(inflateRawSync(bytes).toString());
  for (const [id, parts] of Object.entries(rows)) {
    const own = sheet.get(id) ?? new Map<string, Figures>();
    for (const [part, figures] of Object.entries(parts)) {
      const known = own.get(part);
      if (known === undefined) own.set(part, figures);
      else Object.assign(known, figures);
    }
    sheet.set(id, own);
  }
}

export function sheetOf(item: Item | undefined): Sheet {
  const sheet: Sheet = new Map();
  if (item === undefined) return sheet;
  const { figures, values } = stored.parse(item);
  decode(figures, sheet);
  if (values !== undefined) decode(values, sheet);
  return sheet;
}

/** Removes what became 0, so that equal figures are equal sheets, whatever the order of the changes. */
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

interface Referrer {
  readonly figures: Figures;
  readonly host: string;
  readonly clicks: number;
}

const referrersIn = (sheet: Sheet): readonly Referrer[] =>
  [...sheet.values()]
    .flatMap((parts) => [...parts.values()])
    .flatMap((figures) =>
      [...clicksByValue(figures, 'referrer')].map(([host, { clicks }]) => ({ figures, host, clicks })),
    )
    .filter(({ host }) => host !== otherReferrers);

function addToOthers({ figures, host }: Referrer): void {
  for (const figure of clickFigures) {
    const name = nameOfValue(figure, 'referrer', host);
    const clicks = figures[name] ?? 0;
    addFigures(figures, { [name]: -clicks, [nameOfValue(figure, 'referrer', otherReferrers)]: clicks });
  }
}

const withFewerReferrers = (sheet: Sheet, count: number): Sheet => {
  const copy = structuredClone(sheet);
  const byClicks = (one: Referrer, other: Referrer) =>
    other.clicks - one.clicks || (one.host < other.host ? -1 : 1);
  for (const referrer of referrersIn(copy).toSorted(byClicks).slice(count)) addToOthers(referrer);
  return copy;
};

/** Bounds the item, because anybody can send clicks with any referrer. Forged referrers do not displace frequent ones. */
export const limitReferrers = (sheet: Sheet): Sheet =>
  referrersIn(sheet).length > maxReferrers ? withFewerReferrers(sheet, maxReferrers / 2) : sheet;

const hasOthers = (sheet: Sheet): boolean =>
  [...sheet.values()].some((parts) =>
    [...parts.values()].some((figures) => nameOfValue('clicks', 'referrer', otherReferrers) in figures),
  );

/** Which referrers have names depends on the order of the clicks, if there are too many. Then only their sums are compared. */
export function areEqual(one: Sheet, other: Sheet): boolean {
  const areLimited = hasOthers(one) || hasOthers(other);
  const textOf = (sheet: Sheet): string => {
    const compared = areLimited ? withFewerReferrers(sheet, 0) : sheet;
    const rows = [...compared].flatMap(([id, parts]) =>
      [...parts].map(([part, figures]) => JSON.stringify([id, part, Object.entries(figures).toSorted()])),
    );
    return rows.toSorted().join('\n');
  };
  return textOf(one) === textOf(other);
}
