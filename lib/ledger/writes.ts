// Writing to the ledger: entries, and in the same transaction everything that they move.

import { type ItemBatch, itemWithKey } from '#lib/table/keys/item.ts';
import { affiliateScope, keys } from '#lib/table/keys/keys.ts';
import { type Counter, incrementCounter } from '#lib/table/writes/counters.ts';
import { incrementTotals } from '#lib/table/writes/totals.ts';
import { putNew, staleWrite, type Write } from '#lib/table/writes/write.ts';
import { added, type MovesOfEntry, movesOf } from './rules.ts';
import type { LedgerEntry } from './schema.ts';

type Summed = 'affiliate' | 'campaign' | 'discount';

/**
 * The writes that post entries of one brand. `found`: the things whose sums move, as they were read for this transaction; by
 * that it is known whose are spread. Where one is deleted meanwhile: `changed`.
 */
export const post = (entries: readonly LedgerEntry[], found: ItemBatch = []): readonly Write[] => [
  ...entries.map((entry) => putNew({ ...keys.ledgerEntry(entry.brandId, entry.id), ...entry })),
  ...sumsMoved(entries, 'affiliate', ({ affiliateId }) => affiliateId, found),
  ...sumsMoved(entries, 'campaign', ({ campaignId }) => campaignId, found),
  ...sumsMoved(entries, 'discount', ({ discountId }) => discountId, found),
  ...countsMoved(entries, 'conversions', 'affiliateConversions'),
  ...countsMoved(entries, 'commissions', 'affiliateCommissions'),
];

function sumsMoved(
  entries: readonly LedgerEntry[],
  collection: Summed,
  idIn: (entry: LedgerEntry) => string | null,
  found: ItemBatch,
): readonly Write[] {
  return [...Map.groupBy(entries, idIn)].flatMap(([id, about]) => {
    const moves = added(about.map((entry) => ({ ...movesOf(entry)[collection] })));
    const [entry] = about;
    if (id === null || entry === undefined || Object.keys(moves).length === 0) return [];
    const key = keys.item(entry.brandId, collection, id);
    return incrementTotals(key, moves, itemWithKey(found, key), staleWrite);
  });
}

/** Of the brand, and of each creator. */
function countsMoved(
  entries: readonly LedgerEntry[],
  counts: keyof Pick<MovesOfEntry, 'conversions' | 'commissions'>,
  ofAffiliate: Counter,
): readonly Write[] {
  const move = (scope: string, counter: Counter, about: readonly LedgerEntry[]): readonly Write[] => {
    const moves = added(about.map((entry) => movesOf(entry)[counts]));
    const [entry] = about;
    return entry === undefined || Object.keys(moves).length === 0
      ? []
      : [incrementCounter(scope, counter, entry.id, moves)];
  };
  const ofBrand = [...Map.groupBy(entries, ({ brandId }) => brandId)].flatMap(([brandId, about]) =>
    move(brandId, counts, about),
  );
  const ofAffiliates = [...Map.groupBy(entries, ({ affiliateId }) => affiliateId)].flatMap(([id, about]) => {
    const brandId = about[0]?.brandId;
    return id === null || brandId === undefined ? [] : move(affiliateScope(brandId, id), ofAffiliate, about);
  });
  return [...ofBrand, ...ofAffiliates];
}
