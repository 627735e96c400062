// The items that figures stand in: what each is, where it stands, and how it is written and read.
//
// Of each scope and month: the open hour, in full; and of the hours before it, which are filed, the figures by hour (an
// item a day), the totals of each hour, each day and the month, and a sketch of the day's visitors.
// docs/decisions/0030 says why it is so.
import * as z from 'zod';
import { emptySketch, type Sketch } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { readSketch, writeSketch } from '#lib/click-statistics/rules/cardinality/sketch-bytes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { reader, writer } from './bytes.ts';
import { type Hours, readHours, writeHours } from './hours.ts';
import { hasSketch, type Kind, type Scope } from './scopes.ts';
import type { Totals } from './totals.ts';
import { readTotals, writeTotals } from './totals-bytes.ts';

/** The newest hour of a scope in a month. */
export interface OpenHour {
  /** UTC: `2026-11-21T16`. */
  readonly hour: string;
  readonly totals: Totals;
  /** All visitors of its day so far, whichever hour they were there in; empty where no sketch tells visitors. */
  readonly seen: Sketch;
}

/** Totals of filed hours. */
export interface FiledTotals {
  /** The last hour among them: a reader knows by it whether the hour that it has seen open is among them. */
  readonly through: string;
  readonly totals: Totals;
}

export const dayOfHour = (hour: string): string => hour.slice(0, 'YYYY-MM-DD'.length);
export const monthOfHour = (hour: string): string => hour.slice(0, 'YYYY-MM'.length);
/** 0 to 23. */
export const placeOfHour = (hour: string): number => Number(hour.slice('YYYY-MM-DDT'.length));

/** `span`: an hour, a day or a month, as its text begins. */
export const sheetKeys = {
  open: ({ brandId, name }: Scope, month: string): Key => keys.openClicks(brandId, name, month),
  hours: ({ brandId, name }: Scope, date: string): Key => keys.clickHours(brandId, name, date),
  totals: ({ brandId, name }: Scope, span: string): Key => keys.clickTotals(brandId, name, span),
  visitors: ({ brandId, name }: Scope, date: string): Key => keys.clickVisitors(brandId, name, date),
} as const;

const stored = z.object({ revision: z.int(), figures: z.instanceof(Uint8Array) });
const storedOpen = stored.extend({ hour: z.string() });
const storedTotals = stored.extend({ through: z.string() });

export const revisionOf = (item: Item): number => stored.parse(item).revision;

const bytesOf = (write: (to: ReturnType<typeof writer>) => void): { readonly figures: Uint8Array } => {
  const to = writer();
  write(to);
  return { figures: to.done() };
};

export const formatOpen = (kind: Kind, { hour, totals, seen }: OpenHour): Item => ({
  hour,
  ...bytesOf((to) => {
    writeTotals(to, kind, totals);
    if (hasSketch(kind)) writeSketch(to, seen, false);
  }),
});

export function parseOpen(kind: Kind, item: Item): OpenHour {
  const { hour, figures } = storedOpen.parse(item);
  const from = reader(figures);
  return {
    hour,
    totals: readTotals(from, kind),
    seen: hasSketch(kind) ? readSketch(from, false) : emptySketch(),
  };
}

export const formatTotals = (kind: Kind, { through, totals }: FiledTotals): Item => ({
  through,
  ...bytesOf((to) => writeTotals(to, kind, totals)),
});

export function parseTotals(kind: Kind, item: Item): FiledTotals {
  const { through, figures } = storedTotals.parse(item);
  return { through, totals: readTotals(reader(figures), kind) };
}

export const formatHours = (hours: Hours): Item => bytesOf((to) => writeHours(to, hours));
export const parseHours = (item: Item): Hours => readHours(reader(stored.parse(item).figures));

export const formatVisitors = (sketch: Sketch): Item => bytesOf((to) => writeSketch(to, sketch, true));
export const parseVisitors = (item: Item): Sketch => readSketch(reader(stored.parse(item).figures), true);
