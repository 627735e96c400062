// Every key and index of the table. CDK creates the table from this file, and no other file contains key texts.
import type { Key } from './item.ts';
import { moneyKeys } from './money-keys.ts';
import { rollupKeys } from './rollup-keys.ts';

/** DynamoDB deletes an item after this time, in epoch seconds. */
export const timeToLive = 'expiresAt';

/**
 * Each index has a partition key with the name of the index, and the sort key of the table. Lists through an index therefore
 * have the same order and the same cursors as lists of the table.
 */
export const indexes = {
  byStatus: { partitionKey: 'byStatus' },
  byAffiliate: { partitionKey: 'byAffiliate' },
  byAffiliateAndStatus: { partitionKey: 'byAffiliateAndStatus' },
  /** Sparse: contains only items that are held for review. */
  byHold: { partitionKey: 'byHold' },
} as const;

export type IndexName = keyof typeof indexes;

/** The lists of a brand and their parts of the partition key. */
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

/** Sorted by item id, so the newest item is last. */
export const collectionPartition = (brandId: string, collection: Collection): string =>
  `${brandId}#${collections[collection]}`;

/** Index partitions: the list filtered by status, by affiliate, or by both. */
export const statusPartition = (brandId: string, collection: Collection, status: string): string =>
  `${collectionPartition(brandId, collection)}#${status}`;
export const affiliatePartition = (brandId: string, collection: Collection, affiliateId: string): string =>
  `${brandId}#${affiliateId}#${collections[collection]}`;
export const affiliateStatusPartition = (
  brandId: string,
  collection: Collection,
  affiliateId: string,
  status: string,
): string => `${affiliatePartition(brandId, collection, affiliateId)}#${status}`;

export const heldPartition = (brandId: string, collection: Collection): string =>
  `${collectionPartition(brandId, collection)}#HELD`;

/** The attributes that put an item into the partition of an index. */
export const indexKeys = {
  byStatus: (brandId: string, collection: Collection, status: string) => ({
    [indexes.byStatus.partitionKey]: statusPartition(brandId, collection, status),
  }),
  byAffiliate: (brandId: string, collection: Collection, affiliateId: string) => ({
    [indexes.byAffiliate.partitionKey]: affiliatePartition(brandId, collection, affiliateId),
  }),
  byAffiliateAndStatus: (brandId: string, collection: Collection, affiliateId: string, status: string) => ({
    [indexes.byAffiliateAndStatus.partitionKey]: affiliateStatusPartition(
      brandId,
      collection,
      affiliateId,
      status,
    ),
  }),
  byHold: (brandId: string, collection: Collection) => ({
    [indexes.byHold.partitionKey]: heldPartition(brandId, collection),
  }),
} as const satisfies Record<IndexName, unknown>;

/** Sorted by affiliate id. */
export const memberPartition = (brandId: string, campaignId: string): string =>
  `${brandId}#${campaignId}#MEMBER`;

/** One item for each shard. The scope is a brand, or one of its affiliates. */
export const counterPartition = (scope: string, counter: string): string => `${scope}#COUNT#${counter}`;
export const affiliateScope = (brandId: string, affiliateId: string): string => `${brandId}#${affiliateId}`;

/** Sharded, so that a popular link has no hot partition. */
export const clickPartition = (brandId: string, date: string, shard: string): string =>
  `${brandId}#CLICK#${date}#${shard}`;

/** The cells of an item's totals, if they are spread. docs/decisions/0032 */
export const totalsCellPartition = ({ pk, sk }: Key): string => `${pk}#${sk}#SUMS`;

/** The progress of a consumer in each shard, or for each brand. */
export const checkpointPartition = (consumer: string): string => `CHECKPOINT#${consumer}`;

export const brandDirectoryPartition = 'BRANDS';

export const keys = {
  brand: (brandId: string) => key(brandId, brandId),
  /** The list of all brands, for the operator. */
  brandDirectory: (brandId: string) => key(brandDirectoryPartition, brandId),
  item: (brandId: string, collection: Collection, id: string) =>
    key(collectionPartition(brandId, collection), id),
  member: (brandId: string, campaignId: string, affiliateId: string) =>
    key(memberPartition(brandId, campaignId), affiliateId),

  credentials: (email: string) => key(`LOGIN#${email}`, 'CREDENTIALS'),
  /** An IP address from which this account has logged in before. */
  knownAddress: (email: string, address: string) => key(`LOGIN#${email}`, `ADDRESS#${address}`),
  /** Failed logins in one window: of an account, or of an IP address across all accounts. */
  accountFailures: (email: string, from: string, window: number) =>
    key(`LOGIN#${email}`, `FAILED#${from}#${window}`),
  addressFailures: (address: string, window: number) => key(`ADDRESS#${address}`, `FAILED#${window}`),
  trackingCode: (code: string) => key(`TRACKING#${code}`, 'TARGET'),

  /** One item for each value that must be unique within a brand. */
  affiliateEmail: (brandId: string, email: string) => key(`${brandId}#AFFILIATE_EMAIL`, email),
  discountCode: (brandId: string, code: string) => key(`${brandId}#DISCOUNT_CODE`, code),

  totalsCell: (owner: Key, cell: number) => key(totalsCellPartition(owner), String(cell).padStart(3, '0')),
  /** `digest` is a hash of the caller's idempotency key. */
  idempotency: (brandId: string, digest: string) => key(`${brandId}#IDEMPOTENCY#${digest}`, 'CLAIM'),

  counterShard: (scope: string, counter: string, shard: number) =>
    key(counterPartition(scope, counter), String(shard).padStart(3, '0')),

  /** The clicks of one visitor on one tracking code on one day. `tail` is the random end of their ids. */
  visit: (brandId: string, date: string, tail: string) =>
    key(clickPartition(brandId, date, tail.slice(0, 1)), tail),
  /** A single click of a visit whose item is full. */
  overflowVisit: (brandId: string, date: string, tail: string, order: string) =>
    key(clickPartition(brandId, date, tail.slice(0, 1)), `${tail}#${order}`),
  /** The salt of the visitor hashes of one day. */
  visitorSalt: (brandId: string, date: string) => key(`${brandId}#VISITORSALT`, date),
  ...rollupKeys,
  ...moneyKeys,

  checkpoint: (consumer: string, shardOrBrandId: string) =>
    key(checkpointPartition(consumer), shardOrBrandId),

  /** Never written. Used to test whether the table answers. */
  probe: () => key('PROBE', 'PROBE'),
  /** Local stage only: whether the demo data is complete. */
  demoData: () => key('DEMO', 'STATE'),
} as const;
