// Defines the keys that a tracking link reads and writes. Separate from `keys.ts`, because the link must start quickly.
import type { Key } from './item.ts';

export const key = (pk: string, sk: string): Key => ({ pk, sk });

/** The names of the collections whose items a link reads. */
export const campaignCollection = 'CAMPAIGN';
export const creatorCollection = 'AFFILIATE';

export const partitionOfBrand = (brandId: string, name: string): string => `${brandId}#${name}`;

export const campaignKey = (brandId: string, id: string): Key =>
  key(partitionOfBrand(brandId, campaignCollection), id);

export const creatorKey = (brandId: string, id: string): Key =>
  key(partitionOfBrand(brandId, creatorCollection), id);

/** Clicks are sharded, so that a popular link does not create a hot partition. */
export const clickPartition = (brandId: string, date: string, shard: string): string =>
  `${brandId}#CLICK#${date}#${shard}`;

export const linkKeys = {
  brand: (brandId: string) => key(brandId, brandId),
  trackingCode: (code: string) => key(`TRACKING#${code}`, 'TARGET'),
  /** The brand that has a link prefix, or had it before. */
  linkPrefix: (prefix: string) => key(`LINKPREFIX#${prefix}`, 'BRAND'),
  /** The item with the clicks of one address or one visitor on one tracking code and UTC day. The ids of its clicks end with `tail`. */
  visit: (brandId: string, date: string, tail: string) =>
    key(clickPartition(brandId, date, tail.slice(0, 1)), tail),
  /** `name` begins with the time of the click. */
  overflowVisit: (brandId: string, date: string, tail: string, name: string) =>
    key(clickPartition(brandId, date, tail.slice(0, 1)), `${tail}#${name}`),
  visitorSalt: (brandId: string, date: string) => key(`${brandId}#VISITORSALT`, date),
  probe: () => key('PROBE', 'PROBE'),
} as const;
