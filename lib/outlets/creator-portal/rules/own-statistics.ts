// Adds up the figures of a creator by day.
import { daysBetween } from '#lib/foundation/shared/dates.ts';
import { addFigures, type Clicks, clicksByValue, type Figures } from '#lib/outlets/figures/rules/figures.ts';
import type { Parts } from '#lib/outlets/figures/rules/sheet.ts';
import type { Days } from '#lib/outlets/figures/rules/spans.ts';
import { mostClicked, sumOf } from '#lib/outlets/figures/rules/statistics-groups.ts';

export interface OwnStatistics {
  readonly from: string;
  readonly to: string;
  readonly totals: Figures;
  readonly days: readonly { readonly date: string; readonly figures: Figures }[];
  readonly links: readonly (readonly [linkId: string, Clicks])[];
}

export function ownStatisticsOf([from, to]: Days, byDay: ReadonlyMap<string, Parts>): OwnStatistics {
  const totals: Figures = {};
  const days = daysBetween(from, to).map((date) => {
    const figures = sumOf(byDay.get(date) ?? new Map());
    addFigures(totals, figures);
    return { date, figures };
  });
  // Clicks on the link with the tracking code have no id.
  const links = mostClicked(clicksByValue(totals, 'link')).groups.filter(([linkId]) => linkId !== '');
  return { from, to, totals, days, links };
}
