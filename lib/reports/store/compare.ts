// Recalculates the rollups of reports from the ledger and the commissions, and compares them with the stored rollups.
import { keyText } from '#lib/click-statistics/writes.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import { type LedgerEntry, storedEntry } from '#lib/ledger/schema.ts';
import { type ReportDelta, reportDeltasOf, reportTimeOf } from '#lib/reports/rules/entry-deltas.ts';
import { payableDeltasOf } from '#lib/reports/rules/payable-deltas.ts';
import { itemOfSheet, sheetOf } from '#lib/reports/rules/rollups.ts';
import { addToSheet, encodeSheet, type Sheet } from '#lib/reports/rules/sheet.ts';
import { spansOfDay } from '#lib/reports/rules/spans.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { ledgerPartition, ledgerShards } from '#lib/table/keys/money-keys.ts';
import { payablesPartition } from '#lib/table/keys/report-keys.ts';
import { queryPages } from '#lib/table/query-pages.ts';

export interface ReportDifference {
  readonly key: Key;
  readonly expected: Item;
  readonly stored: Item | undefined;
}

export interface ReportComparison {
  readonly rollups: number;
  readonly differences: readonly ReportDifference[];
}

async function* entriesOf(brandId: string): AsyncGenerator<LedgerEntry> {
  for (const shard of ledgerShards) {
    for await (const page of queryPages({ partition: ledgerPartition(brandId, shard) })) {
      for (const item of page) yield storedEntry.parse(item);
    }
  }
}

/** Returns the months and the years of all entries, because each of them has partitions of its own. */
async function periodsOf(brandId: string): Promise<readonly string[]> {
  const periods = new Set<string>();
  for await (const entry of entriesOf(brandId)) {
    const [month, , year] = spansOfDay(reportTimeOf(entry));
    periods.add(month).add(year);
  }
  return [...periods].sort();
}

type Expected = Map<string, { readonly key: Key; readonly sheet: Sheet }>;

function addDelta(expected: Expected, { key, name, slot, figures }: ReportDelta): void {
  const rollup = expected.get(keyText(key)) ?? { key, sheet: new Map() };
  addToSheet(rollup.sheet, name, slot, figures);
  expected.set(keyText(key), rollup);
}

const bytesOf = (item: Item): string => Buffer.from(encodeSheet(sheetOf(item))).toString('base64');

async function compare(expected: Expected, partitions: Iterable<string>): Promise<ReportComparison> {
  const differences: ReportDifference[] = [];
  const missing = new Map(expected);
  const check = (key: Key, sheet: Sheet, stored: Item | undefined): void => {
    const item = itemOfSheet(sheet);
    if (bytesOf(item) !== bytesOf(stored ?? itemOfSheet(new Map()))) {
      differences.push({ key, expected: item, stored });
    }
  };
  for (const partition of partitions) {
    for await (const page of queryPages({ partition })) {
      for (const stored of page) {
        const key = { pk: String(stored.pk), sk: String(stored.sk) };
        check(key, missing.get(keyText(key))?.sheet ?? new Map(), stored);
        missing.delete(keyText(key));
      }
    }
  }
  for (const { key, sheet } of missing.values()) check(key, sheet, undefined);
  return { rollups: expected.size, differences };
}

/** Reads the whole ledger for each period, so that the memory holds the rollups of one period. */
async function comparePeriod(brandId: string, period: string): Promise<ReportComparison> {
  const expected: Expected = new Map();
  for await (const entry of entriesOf(brandId)) {
    if (!reportTimeOf(entry).startsWith(period)) continue;
    for (const delta of reportDeltasOf(entry)) {
      if (delta.key.pk.endsWith(`#${period}`)) addDelta(expected, delta);
    }
  }
  return compare(expected, new Set([...expected.values()].map(({ key }) => key.pk)));
}

/** Uses the commissions, because ledger entries of earlier releases do not tell when their commission was approved. */
async function comparePayables(brandId: string): Promise<ReportComparison> {
  const expected: Expected = new Map();
  for await (const page of queryPages({ partition: collectionPartition(brandId, 'commission') })) {
    for (const item of page) {
      for (const delta of payableDeltasOf(storedCommission.parse(item))) addDelta(expected, delta);
    }
  }
  return compare(expected, [payablesPartition(brandId)]);
}

export async function compareReports(brandId: string): Promise<ReportComparison> {
  let { rollups, differences } = await comparePayables(brandId);
  for (const period of await periodsOf(brandId)) {
    const ofPeriod = await comparePeriod(brandId, period);
    rollups += ofPeriod.rollups;
    differences = [...differences, ...ofPeriod.differences];
  }
  return { rollups, differences };
}
