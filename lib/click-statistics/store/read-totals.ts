// Reads rollups: totals by dimension.
import { between } from '#lib/click-statistics/rules/journal/figures.ts';
import { monthOfHour, type OpenHour, parseTotals } from '#lib/click-statistics/rules/rollups/items.ts';
import { asWide, type Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { coveringSpans, type MonthRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { sumTotals, type Totals, totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { clickTotalsBetween } from '#lib/table/keys/rollup-keys.ts';
import type { RollupRead } from './read-with-journals.ts';

interface TotalsRead {
  readonly scope: Scope;
  readonly openHours: readonly OpenHour[];
  readonly months: readonly MonthRange[];
}

interface TotalsOfMonth {
  readonly month: string;
  readonly totals: Totals;
}

/** Reads the totals of closed hours, and adds the open hours that they do not include. */
async function readStoredTotals(
  { scope: { kind, brandId, name }, openHours, months }: TotalsRead,
  readBetween: RollupRead['readBetween'],
): Promise<readonly TotalsOfMonth[]> {
  const ranges = months.flatMap(({ month, time }) =>
    coveringSpans(month, time).map((range) => ({ month, range })),
  );
  const closedRanges = await Promise.all(
    ranges.map(async ({ month, range }) => {
      const items = await readBetween(month, clickTotalsBetween(brandId, name, range));
      return { month, range, closed: items.map((item) => parseTotals(kind, item)) };
    }),
  );
  const isClosed = ({ hour }: OpenHour): boolean =>
    closedRanges.some(({ range: [first, last], closed }) => {
      const span = hour.slice(0, first.length);
      return (
        span >= first &&
        span <= last &&
        closed.some(({ through }) => through >= hour && through.startsWith(span))
      );
    });
  const open = openHours.filter((hour) => !isClosed(hour));
  return [
    ...closedRanges.flatMap(({ month, closed }) => closed.map(({ totals }) => ({ month, totals }))),
    ...open.map(({ hour, totals }) => ({ month: monthOfHour(hour), totals })),
  ];
}

/** `withCreators` is false if the caller does not use the clicks by creator. In a wide month, they take most of the reads. */
export async function readTotals(read: RollupRead, withCreators = true): Promise<Totals> {
  const { scope, time, openHours, journals, wide, readBetween } = read;
  const months = splitByMonth(time);
  const groups = withCreators ? [...wide.values()].flatMap((month) => month.groups) : [];
  const [own, ofGroups, known] = await Promise.all([
    readStoredTotals({ scope, openHours: openHours.hours, months }, readBetween),
    Promise.all(
      groups.map(({ month, ...group }) =>
        readStoredTotals({ ...group, months: months.filter((range) => range.month === month) }, readBetween),
      ),
    ),
    journals,
  ]);
  const stored = [...own.filter(({ month }) => !known.months.has(month)), ...ofGroups.flat()];
  return sumTotals(
    scope,
    ...stored.map(({ totals }) => totals),
    ...[...known.months.values()].map((deltas) => totalsOf(scope, between(time, deltas))),
    ...[...wide.values()].flatMap(({ deltas, deltasOfGroups }) => [
      totalsOf(asWide(scope), between(time, deltas)),
      totalsOf({ ...scope, kind: 'group' }, between(time, deltasOfGroups)),
    ]),
  );
}
