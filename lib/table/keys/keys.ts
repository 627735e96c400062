// The table: every key shape (with money-keys.ts and sheet-keys.ts), every index. The deployment creates it from here,
// stores read and write through here, and no key is spelled anywhere else. No SDK in this file.
import type { Key } from './item.ts';
import { moneyKeys } from './money-keys.ts';
import { rollupKeys } from './rollup-keys.ts';

/** Items leave by themselves after this time, in epoch seconds. */
export const timeToLive = 'expiresAt';

/**
 * Each index has a partition key of its own name and the table's sort key, so that a list through an index is in the
 * same order, and is continued by the same cursor, as one of the table.
 */
export const indexes = {
  byStatus: { partitionKey: 'byStatus' },
  byAffiliate: { partitionKey: 'byAffiliate' },
  byAffiliateAndStatus: { partitionKey: 'byAffiliateAndStatus' },
  /** Sparse: only what is held for review stands in it. */
  byHold: { partitionKey: 'byHold' },
} as const;

export type IndexName = keyof typeof indexes;

/** The things that a brand has lists of, and the partition each list stands in. */
const collections = {
  user: 'USER',
  session: 'SESSION',
  affiliate: 'AFFILIATE',
  campaign: 'CAMPAIGN',
  discount: 'DISCOUNT',
  conversion: 'CONVERSION',
  commission: 'COMMISSION',
  payout: 'PAYOUT',
} as const;

export type Collection = keyof typeof collections;

const key = (pk: string, sk: string): Key => ({ pk, sk });

/** The partition of a brand's list, newest last by its sort key, the item's id. */
export const collectionOf = (brandId: string, collection: Collection): string =>
  `${brandId}#${collections[collection]}`;

/** Index partitions: the same list, narrowed by status, by affiliate, or by both. */
export const withStatus = (brandId: string, collection: Collection, status: string): string =>
  `${collectionOf(brandId, collection)}#${status}`;
export const ofAffiliate = (brandId: string, collection: Collection, affiliateId: string): string =>
  `${brandId}#${affiliateId}#${collections[collection]}`;
export const ofAffiliateWithStatus = (
  brandId: string,
  collection: Collection,
  affiliateId: string,
  status: string,
): string => `${ofAffiliate(brandId, collection, affiliateId)}#${status}`;

export const heldOf = (brandId: string, collection: Collection): string =>
  `${collectionOf(brandId, collection)}#HELD`;

/** The attributes that put an item into the partition of an index. */
export const indexKeys = {
  byStatus: (brandId: string, collection: Collection, status: string) => ({
    [indexes.byStatus.partitionKey]: withStatus(brandId, collection, status),
  }),
  byAffiliate: (brandId: string, collection: Collection, affiliateId: string) => ({
    [indexes.byAffiliate.partitionKey]: ofAffiliate(brandId, collection, affiliateId),
  }),
  byAffiliateAndStatus: (brandId: string, collection: Collection, affiliateId: string, status: string) => ({
    [indexes.byAffiliateAndStatus.partitionKey]: ofAffiliateWithStatus(
      brandId,
      collection,
      affiliateId,
      status,
    ),
  }),
  byHold: (brandId: string, collection: Collection) => ({
    [indexes.byHold.partitionKey]: heldOf(brandId, collection),
  }),
} as const satisfies Record<IndexName, unknown>;

/** Members of a campaign, by affiliate. */
export const membersOf = (brandId: string, campaignId: string): string => `${brandId}#${campaignId}#MEMBER`;

/** Counters of a scope (a brand, or one of its affiliates), one item a shard. */
export const countersOf = (scope: string, counter: string): string => `${scope}#COUNT#${counter}`;
export const affiliateScope = (brandId: string, affiliateId: string): string => `${brandId}#${affiliateId}`;

/** Clicks of one day of a brand, spread over partitions so that no single link meets the limit of one. */
export const clicksOf = (brandId: string, date: string, spread: string): string =>
  `${brandId}#CLICK#${date}#${spread}`;

/** The cells of a thing's sums, where they are spread. */
export const totalsCellsOf = ({ pk, sk }: Key): string => `${pk}#${sk}#SUMS`;

/** How far a consumer has come, in each of the shards or for each of the brands that it goes over. */
export const checkpointsOf = (consumer: string): string => `CHECKPOINT#${consumer}`;

export const brandDirectoryPartition = 'BRANDS';

export const keys = {
  brand: (brandId: string) => key(brandId, brandId),
  /** All brands there are, for the operator. */
  brandDirectory: (brandId: string) => key(brandDirectoryPartition, brandId),
  item: (brandId: string, collection: Collection, id: string) => key(collectionOf(brandId, collection), id),
  member: (brandId: string, campaignId: string, affiliateId: string) =>
    key(membersOf(brandId, campaignId), affiliateId),

  /** Found without knowing the brand: by e-mail address, by tracking code. */
  credentials: (email: string) => key(`LOGIN#${email}`, 'CREDENTIALS'),
  /** An address from which this account has logged in before. */
  knownAddress: (email: string, address: string) => key(`LOGIN#${email}`, `ADDRESS#${address}`),
  /** Failed logins of one window: of an account, or of an address over all accounts. */
  accountFailures: (email: string, from: string, window: number) =>
    key(`LOGIN#${email}`, `FAILED#${from}#${window}`),
  addressFailures: (address: string, window: number) => key(`ADDRESS#${address}`, `FAILED#${window}`),
  trackingCode: (code: string) => key(`TRACKING#${code}`, 'TARGET'),

  /** Uniqueness within a brand, one item for each value that is taken. */
  affiliateEmail: (brandId: string, email: string) => key(`${brandId}#AFFILIATE_EMAIL`, email),
  discountCode: (brandId: string, code: string) => key(`${brandId}#DISCOUNT_CODE`, code),

  totalsCell: (thing: Key, cell: number) => key(totalsCellsOf(thing), String(cell).padStart(3, '0')),
  /** What became of a request that a key of the caller's names, by the hash of that key. */
  idempotency: (brandId: string, digest: string) => key(`${brandId}#IDEMPOTENCY#${digest}`, 'CLAIM'),

  counterShard: (scope: string, counter: string, shard: number) =>
    key(countersOf(scope, counter), String(shard).padStart(3, '0')),

  /** The clicks of one visitor on one tracking code on one day, by the end of their ids, which is random. */
  visit: (brandId: string, date: string, tail: string) =>
    key(clicksOf(brandId, date, tail.slice(0, 1)), tail),
  /** One click of a visit that is full. */
  overflowVisit: (brandId: string, date: string, tail: string, order: string) =>
    key(clicksOf(brandId, date, tail.slice(0, 1)), `${tail}#${order}`),
  /** What a brand's visitors of one day are hashed with. */
  visitorSalt: (brandId: string, date: string) => key(`${brandId}#VISITORSALT`, date),
  ...rollupKeys,
  ...moneyKeys,

  checkpoint: (consumer: string, of: string) => key(checkpointsOf(consumer), of),

  /** Never written: whoever asks for it learns that the table answers. */
  probe: () => key('PROBE', 'PROBE'),
  /** Local stage only: whether the demo data is complete. */
  demoData: () => key('DEMO', 'STATE'),
} as const;
