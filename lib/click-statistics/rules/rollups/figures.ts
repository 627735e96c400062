// What is counted: so many clicks, so many of them unique, so many filtered by each reason.
import { type FilterReason, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import type { Reader, Writer } from './bytes.ts';

/**
 * The counts in the order they are stored in: new ones go to the end. The first seven, of which most hours have no other,
 * share a byte. `visitors` are those that are told by counting alone; lib/click-statistics/rules/rollups/scopes.ts says which.
 */
const columns = [
  'clicks',
  'uniqueClicks',
  'visitors',
  'duplicate',
  'bot',
  'preview',
  'inactive',
  'prefetch',
  'head',
] as const satisfies readonly ('clicks' | 'uniqueClicks' | 'visitors' | FilterReason)[];

export type Column = (typeof columns)[number];

/** Counts may be negative for a while: a click that comes late can take back what is still to come. */
export type Figures = Record<Column, number>;

export const noFigures = (): Figures => ({
  clicks: 0,
  uniqueClicks: 0,
  visitors: 0,
  duplicate: 0,
  bot: 0,
  preview: 0,
  inactive: 0,
  prefetch: 0,
  head: 0,
});

export function addFigures(to: Figures, figures: Figures): void {
  for (const column of columns) to[column] += figures[column];
}

/** What a gain adds; `visitors` as its scope tells them. */
export function addGain(to: Figures, { clicks, uniqueClicks, filtered }: ClickDelta, visitors: number): void {
  to.clicks += clicks;
  to.uniqueClicks += uniqueClicks;
  to.visitors += visitors;
  for (const reason of filterReasons) to[reason] += filtered[reason] ?? 0;
}

/** Which counts are not 0, a bit each, and then these. */
export function writeFigures(to: Writer, figures: Figures): void {
  const present = columns.filter((column) => figures[column] !== 0);
  to.count(present.reduce((bits, column) => bits + 2 ** columns.indexOf(column), 0));
  for (const column of present) to.signed(figures[column]);
}

export function readFigures(from: Reader): Figures {
  const figures = noFigures();
  const bits = from.count();
  columns.forEach((column, index) => {
    if (Math.floor(bits / 2 ** index) % 2 === 1) figures[column] = from.signed();
  });
  return figures;
}
