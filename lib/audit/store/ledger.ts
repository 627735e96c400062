// Reading a brand's whole ledger, and afterwards what has come to it meanwhile.
import { type LedgerEntry, storedEntry } from '#lib/ledger/schema.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { afterSeconds } from '#lib/shared/dates.ts';
import { firstIdAt } from '#lib/shared/ids.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { ledgerPartition, ledgerShards } from '#lib/table/keys/money-keys.ts';
import { queryPages } from '#lib/table/query-pages.ts';

/** An entry's id is made some time before the entry is written: never longer than a function may run. */
const writingSeconds = 20 * 60;
const partitionsAtOnce = 4;
/** Sorts after every id. */
const end = firstIdAt('ledgerEntry', new Date(2 ** 48 - 1));

interface Reader {
  readonly entry: (entry: LedgerEntry) => void;
  /** What stands in the ledger and is no entry. */
  readonly unreadable: (id: string) => void;
}

const eachOf = (brandId: string, from: string, hand: (item: Item) => void): Promise<void> =>
  forEachConcurrently(ledgerShards, partitionsAtOnce, async (spread) => {
    for await (const page of queryPages({ partition: ledgerPartition(brandId, spread) }, { from, to: end })) {
      for (const item of page) hand(item);
    }
  });

/** Whatever is written from `now` on is found by `readNew` later, and nothing that `readAll` has handed over. */
export function ledgerFrom(brandId: string, now: Date) {
  const recent = firstIdAt('ledgerEntry', afterSeconds(now, -writingSeconds));
  const known = new Set<string>();
  const reading =
    ({ entry, unreadable }: Reader) =>
    (item: Item): void => {
      const id = String(item.sk);
      if (known.has(id)) return;
      if (id >= recent) known.add(id);
      const parsed = storedEntry.safeParse(item);
      if (parsed.success) entry(parsed.data);
      else unreadable(id);
    };
  return {
    readAll: (reader: Reader) => eachOf(brandId, firstIdAt('ledgerEntry', new Date(0)), reading(reader)),
    readNew: (reader: Reader) => eachOf(brandId, recent, reading(reader)),
  };
}
