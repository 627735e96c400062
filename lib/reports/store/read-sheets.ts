// Reads the rollups of reports for a range of UTC hours.
import { dayOfHour } from '#lib/click-statistics/rules/rollups/items.ts';
import { type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { addFigures, type Figures, noFigures } from '#lib/reports/rules/figures.ts';
import { sheetOf } from '#lib/reports/rules/rollups.ts';
import { addMonths } from '#lib/shared/dates.ts';
import { formatHour, millisecondsPerHour, parseHour } from '#lib/shared/time-zones.ts';
import { queryAll } from '#lib/table/client.ts';
import { type Item, sortKey } from '#lib/table/keys/item.ts';
import {
  dateOfReportDay,
  type ReportSeries,
  reportDaysBetween,
  reportMonth,
} from '#lib/table/keys/report-keys.ts';
import type { KeyRange } from '#lib/table/keys/rollup-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';

export interface Source {
  readonly brandId: string;
  readonly scope: string;
  readonly series: ReportSeries;
}

interface HourOfName {
  readonly name: string;
  readonly hour: number;
  readonly figures: Figures;
}

const read = ({ pk, first, last }: KeyRange): Promise<readonly Item[]> =>
  queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));

/** The range must be within one month. */
async function readHoursWithin({ brandId, scope, series }: Source, time: HourRange) {
  if (time.from >= time.to) return [];
  const days = [dayOfHour(formatHour(time.from)), dayOfHour(formatHour(time.to - 1))] as const;
  const found: HourOfName[] = [];
  for (const item of await read(reportDaysBetween(brandId, scope, series, days))) {
    const first = parseHour(`${dateOfReportDay(String(item[sortKey]))}T00`);
    for (const [name, slots] of sheetOf(item)) {
      for (const [slot, figures] of slots) {
        const hour = first + slot;
        if (hour >= time.from && hour < time.to) found.push({ name, hour, figures });
      }
    }
  }
  return found;
}

export async function readHours(source: Source, time: HourRange): Promise<readonly HourOfName[]> {
  const parts = await Promise.all(splitByMonth(time).map(({ time: own }) => readHoursWithin(source, own)));
  return parts.flat();
}

const monthRange = (month: string): HourRange => ({
  from: parseHour(`${month}-01T00`),
  to: addMonths(new Date(`${month}-01`), 1).getTime() / millisecondsPerHour,
});

function add(sums: Map<string, Figures>, name: string, figures: Figures, sign: 1 | -1): void {
  const sum = sums.get(name) ?? noFigures();
  addFigures(sum, figures, sign);
  sums.set(name, sum);
}

/** Reads the days of the range, or the month and the days outside of the range, whichever are fewer. */
async function addMonth(
  source: Source,
  { month, time }: { readonly month: string; readonly time: HourRange },
  sums: Map<string, Figures>,
): Promise<void> {
  const { brandId, scope, series } = source;
  const whole = monthRange(month);
  const isMostOfIt = time.to - time.from > (whole.to - whole.from) / 2;
  if (!isMostOfIt) {
    for (const { name, figures } of await readHoursWithin(source, time)) add(sums, name, figures, 1);
    return;
  }
  const [items, before, after] = await Promise.all([
    read(reportMonth(brandId, scope, series, month)),
    readHoursWithin(source, { from: whole.from, to: time.from }),
    readHoursWithin(source, { from: time.to, to: whole.to }),
  ]);
  for (const item of items) {
    for (const [name, slots] of sheetOf(item)) {
      for (const figures of slots.values()) add(sums, name, figures, 1);
    }
  }
  for (const { name, figures } of [...before, ...after]) add(sums, name, figures, -1);
}

export async function readFiguresByName(
  source: Source,
  time: HourRange,
): Promise<ReadonlyMap<string, Figures>> {
  const sums = new Map<string, Figures>();
  await Promise.all(splitByMonth(time).map((part) => addMonth(source, part, sums)));
  return sums;
}
