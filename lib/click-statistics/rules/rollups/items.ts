// Defines the keys and formats of rollup items. See docs/decisions/0030.
import * as z from 'zod';
import { emptySketch, type Sketch } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { decodeSketch, encodeSketch } from '#lib/click-statistics/rules/cardinality/sketch-bytes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { reader, writer } from './bytes.ts';
import { decodeHours, encodeHours, type Hours } from './hours.ts';
import { decodeMissed, encodeMissed } from './missed-bytes.ts';
import { hasSketch, type Scope, type ScopeKind } from './scopes.ts';
import type { Totals } from './totals.ts';
import { decodeTotals, encodeTotals } from './totals-bytes.ts';

/** The open hour is the newest hour of a scope in a month. `visitors` contains the visitors of the whole day of this hour. */
export interface OpenHour {
  readonly hour: string;
  readonly totals: Totals;
  readonly visitors: Sketch;
}

export interface ClosedTotals {
  /**
   * The last hour that the totals include. Readers skip an open hour that these totals already include, so that it does not count
   * twice.
   */
  readonly through: string;
  readonly totals: Totals;
}

export const dayOfHour = (hour: string): string => hour.slice(0, 'YYYY-MM-DD'.length);
export const monthOfHour = (hour: string): string => hour.slice(0, 'YYYY-MM'.length);
export const hourOfDay = (hour: string): number => Number(hour.slice('YYYY-MM-DDT'.length));

/** A `span` is an hour (`2026-11-21T16`), a day or a month, in UTC. */
export const rollupItemKeys = {
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

export const formatOpen = (kind: ScopeKind, { hour, totals, visitors }: OpenHour): Item => ({
  hour,
  ...bytesOf((to) => {
    encodeTotals(to, kind, totals);
    if (hasSketch(kind)) encodeSketch(to, visitors, false);
    encodeMissed(to, totals);
  }),
});

export function parseOpen(kind: ScopeKind, item: Item): OpenHour {
  const { hour, figures } = storedOpen.parse(item);
  const from = reader(figures);
  const totals = decodeTotals(from, kind);
  const visitors = hasSketch(kind) ? decodeSketch(from, false) : emptySketch();
  decodeMissed(from, totals);
  return { hour, totals, visitors };
}

export const formatTotals = (kind: ScopeKind, { through, totals }: ClosedTotals): Item => ({
  through,
  ...bytesOf((to) => {
    encodeTotals(to, kind, totals);
    encodeMissed(to, totals);
  }),
});

export function parseTotals(kind: ScopeKind, item: Item): ClosedTotals {
  const { through, figures } = storedTotals.parse(item);
  const from = reader(figures);
  const totals = decodeTotals(from, kind);
  decodeMissed(from, totals);
  return { through, totals };
}

export const formatHours = (hours: Hours): Item => bytesOf((to) => encodeHours(to, hours));
export const parseHours = (item: Item): Hours => decodeHours(reader(stored.parse(item).figures));

export const formatVisitors = (sketch: Sketch): Item => bytesOf((to) => encodeSketch(to, sketch, true));
export const parseVisitors = (item: Item): Sketch => decodeSketch(reader(stored.parse(item).figures), true);
