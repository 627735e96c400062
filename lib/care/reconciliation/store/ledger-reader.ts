// Reads the whole ledger of a brand, and afterwards the entries that were written in the meantime.

import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { firstIdAt } from '#lib/foundation/shared/ids.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { ledgerPartition, ledgerShards } from '#lib/foundation/table/keys/money-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { type LedgerEntry, storedEntry } from '#lib/money/ledger/schema.ts';

/** Longer than every function may run, so no entry is written later than this after the creation of its id. */
export const maxWriteSeconds = 20 * 60;
const concurrentPartitions = 4;
const highestTime = 2 ** 48 - 1;
const end = firstIdAt('ledgerEntry', new Date(highestTime));

interface Reader {
  readonly entry: (entry: LedgerEntry) => void;
  readonly unreadable: (id: string) => void;
}

const forEachEntry = (brandId: string, from: string, read: (item: Item) => void): Promise<void> =>
  forEachConcurrently(ledgerShards, concurrentPartitions, async (spread) => {
    for await (const page of queryPages({ partition: ledgerPartition(brandId, spread) }, { from, to: end })) {
      for (const item of page) read(item);
    }
  });

/** Call `readAll` first. `readNew` then reads the entries that `readAll` has not read. */
export function openLedger(brandId: string, now: Date) {
  const recent = firstIdAt('ledgerEntry', addSeconds(now, -maxWriteSeconds));
  const seen = new Set<string>();
  const readWith =
    ({ entry, unreadable }: Reader) =>
    (item: Item): void => {
      const id = String(item.sk);
      if (seen.has(id)) return;
      if (id >= recent) seen.add(id);
      const parsed = storedEntry.safeParse(item);
      if (parsed.success) entry(parsed.data);
      else unreadable(id);
    };
  return {
    readAll: (reader: Reader) =>
      forEachEntry(brandId, firstIdAt('ledgerEntry', new Date(0)), readWith(reader)),
    readNew: (reader: Reader) => forEachEntry(brandId, recent, readWith(reader)),
  };
}
