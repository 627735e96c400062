// Defines the keys that a tracking link reads and writes. Separate from `keys.ts`, because the link must start quickly.
import type { Key } from './item.ts';

export const collections = {
  user: 'USER',
  session: 'SESSION',
  apiKey: 'API_KEY',
  affiliate: 'AFFILIATE',
  campaign: 'CAMPAIGN',
  discount: 'DISCOUNT',
  conversion: 'CONVERSION',
  commission: 'COMMISSION',
  payout: 'PAYOUT',
} as const;

export type Collection = keyof typeof collections;

export const key = (pk: string, sk: string): Key => ({ pk, sk });

export const collectionPartition = (brandId: string, collection: Collection): string =>
  `${brandId}#${collections[collection]}`;

/** Clicks are sharded, so that a popular link does not create a hot partition. */
export const clickPartition = (brandId: string, date: string, shard: string): string =>
  `${brandId}#CLICK#${date}#${shard}`;

export const linkKeys = {
  brand: (brandId: string) => key(brandId, brandId),
  item: (brandId: string, collection: Collection, id: string) =>
    key(collectionPartition(brandId, collection), id),
  trackingCode: (code: string) => key(`TRACKING#${code}`, 'TARGET'),
  /** The item with the clicks of one address or one visitor on one tracking code and UTC day. The ids of its clicks end with `tail`. */
  visit: (brandId: string, date: string, tail: string) =>
    key(clickPartition(brandId, date, tail.slice(0, 1)), tail),
  overflowVisit: (brandId: string, date: string, tail: string, order: string) =>
    key(clickPartition(brandId, date, tail.slice(0, 1)), `${tail}#${order}`),
  visitorSalt: (brandId: string, date: string) => key(`${brandId}#VISITORSALT`, date),
  probe: () => key('PROBE', 'PROBE'),
} as const;
