// Recalculates the figures of a brand from its ledger and its clicks, and compares them with the stored figures.

import { firstDay, lastDay } from '#lib/foundation/shared/dates.ts';
import { queryAll, queryPartition } from '#lib/foundation/table/client.ts';
import {
  brandFiguresBetween,
  figuresOfMonth,
  type KeyRange,
  monthOfFigures,
  payablesPartitions,
} from '#lib/foundation/table/keys/figure-keys.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { keyText } from '#lib/outlets/figures/rules/batches.ts';
import type { FigureDelta } from '#lib/outlets/figures/rules/deltas.ts';
import { figuresOfClicks } from '#lib/outlets/figures/rules/figures.ts';
import { addToSheet, type Sheet, sheetOf } from '#lib/outlets/figures/rules/sheet.ts';
import { areEqual } from '#lib/outlets/figures/rules/value-limits.ts';
import { clicksOf, hasAllClicks, monthsOfClicks, ordersOf, type Source, type Subject } from './sources.ts';
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

type Expected = Map<string, { readonly key: Key; readonly sheet: Sheet }>;

function add(expected: Expected, { key, id, part, figures }: FigureDelta): void {
  const item = expected.get(keyText(key)) ?? { key, sheet: new Map() };
  addToSheet(item.sheet, id, part, figures);
  expected.set(keyText(key), item);
}

function addClicksOf(stored: Item | undefined, sheet: Sheet): Sheet {
  for (const [id, parts] of sheetOf(stored))
    for (const [part, figures] of parts) addToSheet(sheet, id, part, figuresOfClicks(figures));
  return sheet;
}

const readRange = ({ pk, first, last }: KeyRange): Promise<readonly Item[]> =>
  queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));

function compare(expected: Expected, stored: readonly Item[], areClicksKnown: boolean): FigureComparison {
  const items = new Map([...expected].filter(([, { sheet }]) => sheet.size > 0));
  const storedItems = new Map<string, Item>();
  for (const item of stored) {
    const key = { pk: String(item.pk), sk: String(item.sk) };
    storedItems.set(keyText(key), item);
    if (!items.has(keyText(key))) items.set(keyText(key), { key, sheet: new Map() });
  }
  const differences = [...items].flatMap(([name, { key, sheet }]): readonly FigureDifference[] => {
    const item = storedItems.get(name);
    const complete = areClicksKnown ? sheet : addClicksOf(item, sheet);
    return areEqual(complete, sheetOf(item)) ? [] : [{ key, expected: complete, stored: item }];
  });
  return { items: items.size, differences };
}

/** Reads the whole ledger for each month, so that the memory holds the figures of one month. */
async function compareMonth(subject: Subject, month: string): Promise<FigureComparison> {
  const { brandId, now, sources } = subject;
  const expected: Expected = new Map();
  const addOfMonth = (delta: FigureDelta) => {
    if (monthOfFigures(delta.key) === month) add(expected, delta);
  };
  for await (const delta of ordersOf(subject)) addOfMonth(delta);
  const areClicksKnown = sources.includes('clicks') && hasAllClicks(month, now);
  if (areClicksKnown) for await (const delta of clicksOf(subject, month)) addOfMonth(delta);
  const stored = await Promise.all(figuresOfMonth(brandId, month).map(readRange));
  return compare(expected, stored.flat(), areClicksKnown);
}

/** Compares the payables, which belong to no month, and returns the months that have orders, clicks or figures. */
async function comparePayables(subject: Subject) {
  const { brandId, sources } = subject;
  const expected: Expected = new Map();
  const months = new Set(sources.includes('clicks') ? monthsOfClicks(subject) : []);
  for await (const delta of ordersOf(subject)) {
    const month = monthOfFigures(delta.key);
    if (month === undefined) add(expected, delta);
    else months.add(month);
  }
  for (const { pk, sk } of await readRange(brandFiguresBetween(brandId, [firstDay, lastDay])))
    months.add(monthOfFigures({ pk: String(pk), sk: String(sk) }) ?? '');
  const stored = await Promise.all(payablesPartitions(brandId).map(queryPartition));
  return { ofPayables: compare(expected, stored.flat(), true), months: [...months].sort() };
}

export async function compareFigures(
  brandId: string,
  now: Date,
  sources: readonly Source[] = ['clicks', 'orders'],
): Promise<FigureComparison> {
  const subject = { brandId, zones: (await readZones([brandId]))(brandId), now, sources };
  const { ofPayables, months } = await comparePayables(subject);
  let { items, differences } = ofPayables;
  for (const month of months) {
    const ofMonth = await compareMonth(subject, month);
    items += ofMonth.items;
    differences = [...differences, ...ofMonth.differences];
  }
  return { items, differences };
}
