// Reads the open hours of a scope, which are the newest hours of its months.
import { type OpenHour, parseOpen, rollupItemKeys } from '#lib/click-statistics/rules/rollups/items.ts';
import type { Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { parseHour } from '#lib/shared/time-zones.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';

/**
 * Read the open hours before the closed hours. An hour that closes in between is then in both reads and counts once; in the
 * reverse order, both reads would miss it.
 */
export interface OpenHours {
  readonly hours: readonly OpenHour[];
}

export const planOpenHours = (scope: Scope, time: HourRange): ReadPlan<OpenHours> => ({
  keys: splitByMonth(time).map(({ month }) => rollupItemKeys.open(scope, month)),
  parse: (items) => ({
    hours: items
      .flatMap((item) => (item === undefined ? [] : parseOpen(scope.kind, item)))
      .filter(({ hour }) => parseHour(hour) >= time.from && parseHour(hour) < time.to),
  }),
});
