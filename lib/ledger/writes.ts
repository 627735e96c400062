// Builds the writes that post ledger entries and update the totals and counts.
import { conflict } from '#lib/shared/errors.ts';
import { type ItemBatch, itemWithKey } from '#lib/table/keys/item.ts';
import { affiliateScope, keys } from '#lib/table/keys/keys.ts';
import { type Counter, highestInShard, incrementCounter } from '#lib/table/writes/counters.ts';
import { incrementTotals } from '#lib/table/writes/totals.ts';
import { putNew, staleWrite, type Write } from '#lib/table/writes/write.ts';
import { deltasOf, type EntryDeltas, sumDeltas } from './rules.ts';
import type { LedgerEntry } from './schema.ts';

type CollectionWithTotals = 'affiliate' | 'campaign' | 'discount';

const ownerNames = { affiliate: 'creator', campaign: 'campaign', discount: 'discount code' } as const;

const sumLimitReached = (owner: string) => () =>
  conflict(
    'sum_limit_reached',
    `The order would exceed the highest totals of its ${owner}: check its \`amount\`, or use another ${owner}`,
  );

/**
 * `entities` are the items whose totals may be sharded, because many transactions update them. The transaction fails with a stale
 * write if an item with totals of its own was deleted.
 */
export const postEntries = (entries: readonly LedgerEntry[], entities: ItemBatch = []): readonly Write[] => [
  ...entries.map((entry) => putNew({ ...keys.ledgerEntry(entry.brandId, entry.id), ...entry })),
  ...totalsWrites(entries, 'affiliate', ({ affiliateId }) => affiliateId, entities),
  ...totalsWrites(entries, 'campaign', ({ campaignId }) => campaignId, entities),
  ...totalsWrites(entries, 'discount', ({ discountId }) => discountId, entities),
  ...counterWrites(entries, 'conversions', 'affiliateConversions'),
  ...counterWrites(entries, 'commissions', 'affiliateCommissions'),
];

function totalsWrites(
  entries: readonly LedgerEntry[],
  collection: CollectionWithTotals,
  idOf: (entry: LedgerEntry) => string | null,
  entities: ItemBatch,
): readonly Write[] {
  return [...Map.groupBy(entries, idOf)].flatMap(([id, group]) => {
    const deltas = sumDeltas(group.map((entry) => ({ ...deltasOf(entry)[collection] })));
    const [entry] = group;
    if (id === null || entry === undefined || Object.keys(deltas).length === 0) return [];
    const key = keys.item(entry.brandId, collection, id);
    return incrementTotals(key, deltas, itemWithKey(entities, key), {
      missing: staleWrite,
      full: sumLimitReached(ownerNames[collection]),
    });
  });
}

/**
 * The sum of all orders of a brand bounds every other sum of the brand: the totals of creators, campaigns and codes, the
 * commissions, the payouts and the balances of the ledger. It does not include orders of earlier releases.
 */
const limitOfOrders = (amount = 0) => ({
  field: 'amount',
  below: highestInShard('conversions') - amount + 1,
  refused: sumLimitReached('brand'),
});

function counterWrites(
  entries: readonly LedgerEntry[],
  counter: keyof Pick<EntryDeltas, 'conversions' | 'commissions'>,
  affiliateCounter: Counter,
): readonly Write[] {
  const increment = (scope: string, name: Counter, group: readonly LedgerEntry[]): readonly Write[] => {
    const deltas = sumDeltas(group.map((entry) => deltasOf(entry)[counter]));
    const [entry] = group;
    if (entry === undefined || Object.keys(deltas).length === 0) return [];
    const limit = name === 'conversions' ? limitOfOrders(deltas.amount) : undefined;
    return [incrementCounter(scope, name, entry.id, deltas, limit)];
  };
  const byBrand = [...Map.groupBy(entries, ({ brandId }) => brandId)].flatMap(([brandId, group]) =>
    increment(brandId, counter, group),
  );
  const byAffiliate = [...Map.groupBy(entries, ({ affiliateId }) => affiliateId)].flatMap(([id, group]) => {
    const brandId = group[0]?.brandId;
    return id === null || brandId === undefined
      ? []
      : increment(affiliateScope(brandId, id), affiliateCounter, group);
  });
  return [...byBrand, ...byAffiliate];
}
