// Adds, encodes and decodes figures: counts of clicks, unique clicks, visitors, and filtered clicks by reason.
import { type FilterReason, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import type { Reader, Writer } from './bytes.ts';

/** The order is part of the stored format, so append new columns at the end. `visitors` excludes the visitors in a sketch. */
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
  'suspicious',
] as const satisfies readonly ('clicks' | 'uniqueClicks' | 'visitors' | FilterReason)[];

export type Column = (typeof columns)[number];

/** A count can be temporarily negative, if a late click corrects a click that has not been aggregated yet. */
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
  suspicious: 0,
});

export function addFigures(to: Figures, figures: Figures): void {
  for (const column of columns) to[column] += figures[column];
}

export function addDelta(
  to: Figures,
  { clicks, uniqueClicks, filtered }: ClickDelta,
  visitors: number,
): void {
  to.clicks += clicks;
  to.uniqueClicks += uniqueClicks;
  to.visitors += visitors;
  for (const reason of filterReasons) to[reason] += filtered[reason] ?? 0;
}

export function encodeFigures(to: Writer, figures: Figures): void {
  const present = columns.filter((column) => figures[column] !== 0);
  to.unsigned(present.reduce((bits, column) => bits + 2 ** columns.indexOf(column), 0));
  for (const column of present) to.signed(figures[column]);
}

export function decodeFigures(from: Reader): Figures {
  const figures = noFigures();
  const bits = from.unsigned();
  columns.forEach((column, index) => {
    if (Math.floor(bits / 2 ** index) % 2 === 1) figures[column] = from.signed();
  });
  return figures;
}
