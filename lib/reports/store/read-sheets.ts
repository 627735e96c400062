// Reads the rollups of reports for a range of UTC hours.
import { type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { addFigures, type Figures, noFigures } from '#lib/reports/rules/figures.ts';
import { sheetOf } from '#lib/reports/rules/rollups.ts';
import { coverOf, daysOf, firstHourOf, type Part } from '#lib/reports/rules/spans.ts';
import { queryAll } from '#lib/table/client.ts';
import { type Item, sortKey } from '#lib/table/keys/item.ts';
import {
  dateOfReportDay,
  type ReportSeries,
  reportDaysBetween,
  reportSpan,
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

/** Reads with eventual consistency, which costs half. A report is then at most about a second older. */
const read = ({ pk, first, last }: KeyRange): Promise<readonly Item[]> =>
  queryAll({ ...toQueryInput({ partition: pk }, { from: first, to: last }), ConsistentRead: false });

/** The range must be within one month. */
async function readHoursWithin({ brandId, scope, series }: Source, time: HourRange) {
  if (time.from >= time.to) return [];
  const found: HourOfName[] = [];
  for (const item of await read(reportDaysBetween(brandId, scope, series, daysOf(time)))) {
    const first = firstHourOf(dateOfReportDay(String(item[sortKey])));
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

function add(sums: Map<string, Figures>, name: string, figures: Figures, sign: 1 | -1): void {
  const sum = sums.get(name) ?? noFigures();
  addFigures(sum, figures, sign);
  sums.set(name, sum);
}

export async function readFiguresByName(
  source: Source,
  time: HourRange,
  now: number,
): Promise<ReadonlyMap<string, Figures>> {
  const { brandId, scope, series } = source;
  const sums = new Map<string, Figures>();
  const addPart = async (part: Part): Promise<void> => {
    if (part.span === null) {
      for (const { name, figures } of await readHoursWithin(source, part.time))
        add(sums, name, figures, part.sign);
      return;
    }
    for (const item of await read(reportSpan(brandId, scope, series, part.span))) {
      for (const [name, slots] of sheetOf(item)) {
        for (const figures of slots.values()) add(sums, name, figures, part.sign);
      }
    }
  };
  await Promise.all(coverOf(time, now).map(addPart));
  return sums;
}
