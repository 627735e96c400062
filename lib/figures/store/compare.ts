// Recalculates the figures of a brand from its ledger and its clicks, and compares them with the stored figures.
import type { Zones } from '#lib/brands/rules/days.ts';
import { keyText } from '#lib/figures/rules/batches.ts';
import { clickDeltasOf, entryDeltasOf, type FigureDelta } from '#lib/figures/rules/deltas.ts';
import { addFigures, figuresFrom, type Source } from '#lib/figures/rules/figures.ts';
import { addToSheet, areEqual, type Sheet, sheetOf } from '#lib/figures/rules/sheet.ts';
import { type LedgerEntry, storedEntry } from '#lib/ledger/schema.ts';
import { digits } from '#lib/shared/crockford.ts';
import { addDays, addSeconds, dayOf, daysBetween, epochSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import { queryAll, queryPartition } from '#lib/table/client.ts';
import {
  brandFiguresBetween,
  figuresOfMonth,
  type KeyRange,
  monthOfFigures,
  payablesPartitions,
} from '#lib/table/keys/figure-keys.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { clickPartition } from '#lib/table/keys/keys.ts';
import { ledgerPartition, ledgerShards } from '#lib/table/keys/money-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import { queryPages } from '#lib/table/query-pages.ts';
import { deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { clickExpiry } from '#lib/tracking/writes/visits.ts';
import { readZones } from './zones.ts';

export interface FigureDifference {
  readonly key: Key;
  readonly expected: Sheet;
  readonly stored: Item | undefined;
}

export interface FigureComparison {
  readonly items: number;
  readonly differences: readonly FigureDifference[];
}

interface Subject {
  readonly brandId: string;
  readonly zones: Zones;
  readonly now: Date;
  readonly sources: readonly Source[];
}

type Expected = Map<string, { readonly key: Key; readonly sheet: Sheet }>;

function add(expected: Expected, { key, id, part, figures }: FigureDelta): void {
  const item = expected.get(keyText(key)) ?? { key, sheet: new Map() };
  addToSheet(item.sheet, id, part, figures);
  expected.set(keyText(key), item);
}

async function* entriesOf(brandId: string): AsyncGenerator<LedgerEntry> {
  for (const shard of ledgerShards) {
    for await (const page of queryPages({ partition: ledgerPartition(brandId, shard) })) {
      for (const item of page) yield storedEntry.parse(item);
    }
  }
}

const monthOf = (day: string): string => day.slice(0, 'YYYY-MM'.length);

/** A day of the brand can have clicks of the UTC day before or after it. */
const utcDaysOf = (month: string, now: Date): readonly string[] =>
  daysBetween(addDays(`${month}-01`, -1), addDays(`${month}-01`, 31)).filter((day) => day <= dayOf(now));

/** False if some clicks of the month can have expired. The stored figures of its clicks then stay. */
const hasAllClicks = (month: string, now: Date): boolean =>
  clickExpiry(addDays(`${month}-01`, -1), environment.CLICK_RETENTION_DAYS) > epochSeconds(now);

const partitionsAtOnce = 16;

async function* clicksOf({ brandId, zones, now }: Subject, month: string): AsyncGenerator<FigureDelta> {
  for (const day of utcDaysOf(month, now)) {
    for (let first = 0; first < digits.length; first += partitionsAtOnce) {
      const some = [...digits.slice(first, first + partitionsAtOnce)];
      const pages = await Promise.all(
        some.map((digit) => queryPartition(clickPartition(brandId, day, digit))),
      );
      for (const item of pages.flat())
        for (const delta of deltasBetween(undefined, storedVisit.parse(item)))
          yield* clickDeltasOf(delta, zones);
    }
  }
}

/** Keeps the figures of one source. */
function figuresOfSource(sheet: Sheet, source: Source): Sheet {
  const kept: Sheet = new Map();
  for (const [id, parts] of sheet)
    for (const [part, figures] of parts) addToSheet(kept, id, part, figuresFrom(figures, source));
  return kept;
}

function withClicksOf(sheet: Sheet, stored: Item | undefined): Sheet {
  for (const [id, parts] of figuresOfSource(sheetOf(stored), 'clicks'))
    for (const [part, figures] of parts) {
      const sum = { ...sheet.get(id)?.get(part) };
      addFigures(sum, figures);
      sheet.set(id, new Map([...(sheet.get(id) ?? []), [part, sum]]));
    }
  return sheet;
}

const readRange = ({ pk, first, last }: KeyRange): Promise<readonly Item[]> =>
  queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));

function compare(expected: Expected, stored: readonly Item[], areClicksKnown: boolean): FigureComparison {
  const items = new Map(expected);
  const storedItems = new Map<string, Item>();
  for (const item of stored) {
    const key = { pk: String(item.pk), sk: String(item.sk) };
    storedItems.set(keyText(key), item);
    if (!items.has(keyText(key))) items.set(keyText(key), { key, sheet: new Map() });
  }
  const differences = [...items].flatMap(([name, { key, sheet }]): readonly FigureDifference[] => {
    const item = storedItems.get(name);
    const complete = areClicksKnown ? sheet : withClicksOf(sheet, item);
    return areEqual(complete, sheetOf(item)) ? [] : [{ key, expected: complete, stored: item }];
  });
  return { items: items.size, differences };
}

/** Reads the whole ledger for each month, so that the memory holds the figures of one month. */
async function compareMonth(subject: Subject, month: string): Promise<FigureComparison> {
  const { brandId, zones, now, sources } = subject;
  const expected: Expected = new Map();
  const addOfMonth = (delta: FigureDelta) => {
    if (monthOfFigures(delta.key) === month) add(expected, delta);
  };
  for await (const entry of entriesOf(brandId)) {
    if (Math.abs(Date.parse(entry.report.at) - Date.parse(`${month}-15`)) > 20 * secondsPerDay * 1000)
      continue;
    for (const delta of entryDeltasOf(entry, zones)) addOfMonth(delta);
  }
  const areClicksKnown = sources.includes('clicks') && hasAllClicks(month, now);
  if (areClicksKnown) for await (const delta of clicksOf(subject, month)) addOfMonth(delta);
  const stored: Item[] = [];
  for (const range of figuresOfMonth(brandId, month)) stored.push(...(await readRange(range)));
  return compare(expected, stored, areClicksKnown);
}

async function comparePayables({ brandId, zones }: Subject): Promise<FigureComparison> {
  const expected: Expected = new Map();
  for await (const entry of entriesOf(brandId)) {
    for (const delta of entryDeltasOf(entry, zones)) {
      if (monthOfFigures(delta.key) === undefined) add(expected, delta);
    }
  }
  const stored = await Promise.all(payablesPartitions(brandId).map(queryPartition));
  return compare(expected, stored.flat(), true);
}

/** Returns the months with orders, with clicks that have not expired, or with figures. */
async function monthsOf({ brandId, zones, now }: Subject): Promise<readonly string[]> {
  const months = new Set<string>();
  for await (const entry of entriesOf(brandId)) {
    for (const { key } of entryDeltasOf(entry, zones)) months.add(monthOfFigures(key) ?? '');
  }
  for (const item of await readRange(brandFiguresBetween(brandId, ['2000-01-01', '2099-12-31'])))
    months.add(monthOf(String(item.sk)));
  for (let day = addSeconds(now, secondsPerDay); hasAllClicks(monthOf(dayOf(day)), now); ) {
    months.add(monthOf(dayOf(day)));
    day = addSeconds(new Date(`${monthOf(dayOf(day))}-01`), -secondsPerDay);
  }
  months.delete('');
  return [...months].sort();
}

export async function compareFigures(
  brandId: string,
  now: Date,
  sources: readonly Source[] = ['clicks', 'orders'],
): Promise<FigureComparison> {
  const subject = { brandId, zones: (await readZones([brandId]))(brandId), now, sources };
  let { items, differences } = await comparePayables(subject);
  for (const month of await monthsOf(subject)) {
    const ofMonth = await compareMonth(subject, month);
    items += ofMonth.items;
    differences = [...differences, ...ofMonth.differences];
  }
  return { items, differences };
}
