// Builds the writes that post ledger entries and update the totals and counts.
import { conflict } from '#lib/foundation/shared/errors.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import {
  type Counter,
  commissionFields,
  highestInShard,
  incrementBusyCounter,
  incrementCounter,
} from '#lib/foundation/table/writes/counters.ts';
import { hasSpreadTotals, incrementTotals } from '#lib/foundation/table/writes/totals.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { deltasOf, sumDeltas } from './rules.ts';
import type { LedgerEntry } from './schema.ts';

type CollectionWithTotals = 'affiliate' | 'campaign' | 'discount';

const sumLimitReached = () =>
  conflict(
    'sum_limit_reached',
    'The `amount` would exceed the highest sum of all orders and manual commissions of the brand: check it',
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
  ...counterWrites(entries, entities),
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
    return incrementTotals(key, deltas, itemWithKey(entities, key), staleWrite);
  });
}

/**
 * The sum of all orders and manual commissions of a brand bounds every other sum of the brand: the totals of creators, campaigns
 * and codes, the commissions, the payouts and the balances of the ledger.
 */
const limitOfSum = (amount: number) => ({
  field: 'amount',
  below: highestInShard('conversions') - amount + 1,
  refused: sumLimitReached,
});

/** A brand is as busy as one of its creators, campaigns or codes, whose totals became too hot for one item. */
function counterWrites(entries: readonly LedgerEntry[], entities: ItemBatch): readonly Write[] {
  const isBusy = entities.some(hasSpreadTotals);
  const increment = (scope: string, counter: Counter, group: readonly LedgerEntry[]): readonly Write[] => {
    const deltas = sumDeltas(
      group.flatMap((entry) => [deltasOf(entry).conversions, commissionFields(deltasOf(entry).commissions)]),
    );
    const [entry] = group;
    if (entry === undefined || Object.keys(deltas).length === 0) return [];
    const limit =
      counter === 'conversions' && deltas.amount !== undefined ? limitOfSum(deltas.amount) : undefined;
    return [
      isBusy
        ? incrementBusyCounter(scope, counter, deltas, limit)
        : incrementCounter(scope, counter, entry.id, deltas, limit),
    ];
  };
  const byBrand = [...Map.groupBy(entries, ({ brandId }) => brandId)].flatMap(([brandId, group]) =>
    increment(brandId, 'conversions', group),
  );
  const byAffiliate = [...Map.groupBy(entries, ({ affiliateId }) => affiliateId)].flatMap(([id, group]) => {
    const brandId = group[0]?.brandId;
    return id === null || brandId === undefined
      ? []
      : increment(affiliateCounterOwner(brandId, id), 'affiliateConversions', group);
  });
  return [...byBrand, ...byAffiliate];
}
