// Defines the keys of the table. Only the files in this folder build keys.
import type { Key } from './item.ts';
import { campaignCollection, creatorCollection, key, linkKeys, partitionOfBrand } from './link-keys.ts';
import { moneyKeys } from './money-keys.ts';
import { pastKeys } from './past-keys.ts';
import { rateKeys } from './rate-keys.ts';
import { termsKeys } from './terms-keys.ts';

export { clickPartition } from './link-keys.ts';

const collections = {
  user: 'USER',
  session: 'SESSION',
  apiKey: 'API_KEY',
  affiliate: creatorCollection,
  campaign: campaignCollection,
  discount: 'DISCOUNT',
  link: 'LINK',
  conversion: 'CONVERSION',
  customer: 'CUSTOMER',
  commission: 'COMMISSION',
  dispute: 'DISPUTE',
  fraudFinding: 'FRAUD_FINDING',
  payout: 'PAYOUT',
} as const;

export type Collection = keyof typeof collections;

/** The name of the attribute that expires an item. Its value is in epoch seconds. */
export const timeToLive = 'expiresAt';

export const collectionPartition = (brandId: string, collection: Collection): string =>
  partitionOfBrand(brandId, collections[collection]);

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

export const indexKeys = {
  byStatus: (brandId: string, collection: Collection, status: string) => ({
    byStatus: statusPartition(brandId, collection, status),
  }),
  byAffiliate: (brandId: string, collection: Collection, affiliateId: string) => ({
    byAffiliate: affiliatePartition(brandId, collection, affiliateId),
  }),
  byAffiliateAndStatus: (brandId: string, collection: Collection, affiliateId: string, status: string) => ({
    byAffiliateAndStatus: affiliateStatusPartition(brandId, collection, affiliateId, status),
  }),
  byHold: (brandId: string, collection: Collection) => ({
    byHold: heldPartition(brandId, collection),
  }),
} as const;

export const memberPartition = (brandId: string, campaignId: string): string =>
  `${brandId}#${campaignId}#MEMBER`;

export const counterPartition = (owner: string, counter: string): string => `${owner}#COUNT#${counter}`;
/** The parts of the key of a brand's partition after the brand's id. */
export const partsAfterBrand = (brandId: string, pk: string): readonly string[] =>
  pk.slice(brandId.length + 1).split('#');
export const affiliateCounterOwner = (brandId: string, affiliateId: string): string =>
  `${brandId}#${affiliateId}`;

export const periodCounterOwner = (brandId: string, start: Date): string =>
  `${brandId}#${start.toISOString()}`;

export const totalsCellPartition = ({ pk, sk }: Key): string => `${pk}#${sk}#SUMS`;

export const checkpointPartition = (consumer: string): string => `CHECKPOINT#${consumer}`;

export const loginPartition = (email: string): string => `LOGIN#${email}`;

/** The last uses are not beside the API keys, because every function may write them. */
export const apiKeyUsePartition = (brandId: string): string => `${brandId}#API_KEY_USE`;

export const brandDirectoryPartition = 'BRANDS';

export const addressPartition = (addressHash: string): string => `ADDRESS#${addressHash}`;
export const signingKeysPartition = 'SIGNING_KEYS';
export const keys = {
  ...linkKeys,
  /** The brand that has verified the domain of its links. */
  linkDomain: (domain: string) => key(`LINKDOMAIN#${domain}`, 'BRAND'),
  item: (brandId: string, collection: Collection, id: string) =>
    key(collectionPartition(brandId, collection), id),
  /** The generation and the clock of the brand's test twin. */
  testTwin: (brandId: string) => key(`${brandId}#TEST_TWIN`, 'STATE'),
  brandDirectory: (brandId: string) => key(brandDirectoryPartition, brandId),
  member: (brandId: string, campaignId: string, affiliateId: string) =>
    key(memberPartition(brandId, campaignId), affiliateId),

  apiKeyUse: (brandId: string, id: string) => key(apiKeyUsePartition(brandId), id),

  credentials: (email: string) => key(loginPartition(email), 'CREDENTIALS'),
  knownAddress: (email: string, addressHash: string) => key(loginPartition(email), `ADDRESS#${addressHash}`),
  accountFailures: (email: string, from: string, window: number) =>
    key(loginPartition(email), `FAILED#${from}#${window}`),
  addressFailures: (addressHash: string, window: number) =>
    key(addressPartition(addressHash), `FAILED#${window}`),
  failedLogin: (email: string) => key(loginPartition(email), 'FAILED#'),
  usedChallenge: (email: string, id: string) => key(loginPartition(email), `CHALLENGE#${id}`),
  /** No account has an empty e-mail address. */
  loginKey: () => key(loginPartition(''), 'KEY'),

  affiliateEmail: (brandId: string, email: string) => key(`${brandId}#AFFILIATE_EMAIL`, email),
  discountCode: (brandId: string, code: string) => key(`${brandId}#DISCOUNT_CODE`, code),

  totalsCell: (owner: Key, cell: number) => key(totalsCellPartition(owner), String(cell).padStart(3, '0')),
  idempotency: (brandId: string, digest: string) => key(`${brandId}#IDEMPOTENCY#${digest}`, 'CLAIM'),

  counterShard: (owner: string, counter: string, shard: number) =>
    key(counterPartition(owner, counter), String(shard).padStart(3, '0')),

  ...moneyKeys,
  ...pastKeys,
  ...termsKeys,
  ...rateKeys,

  checkpoint: (consumer: string, shardOrBrandId: string) =>
    key(checkpointPartition(consumer), shardOrBrandId),

  publishedKeys: () => key(signingKeysPartition, 'PUBLISHED'),

  demoData: () => key('DEMO', 'STATE'),
} as const;
