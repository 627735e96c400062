// Defines the keys of claims of order ids. Brands with spread lists have claims in other partitions than before (docs/decisions/0118).
import { digits } from '#lib/shared/crockford.ts';
import type { Key } from './item.ts';
import { moneyKeys, orderPartition } from './money-keys.ts';
import { markOf } from './spread.ts';

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
/** The highest bits of the hash, because every character of the text changes them. */
const shiftOfShard = 27;

/** Hashes with FNV-1a, because order ids are often sequential numbers. */
function shardOf(orderId: string): string {
  let hash = fnvOffset;
  for (const byte of Buffer.from(orderId)) hash = Math.imul(hash ^ byte, fnvPrime);
  return digits.charAt(hash >>> shiftOfShard);
}

const spreadOrderPartition = (brandId: string, shard: string): string =>
  `${orderPartition(brandId)}.${shard}`;

export const spreadOrderPartitions = (brandId: string): readonly string[] =>
  [...digits].map((shard) => spreadOrderPartition(brandId, shard));

export const orderKeys = {
  /** Independent of the number of partitions of the lists, so that a claim is found after this number has changed. */
  spreadOrder: (brandId: string, orderId: string): Key => ({
    pk: spreadOrderPartition(brandId, shardOf(orderId)),
    sk: orderId,
  }),
} as const;

interface Recorded {
  readonly id: string;
  readonly brandId: string;
  readonly orderId: string;
}

const isSpread = ({ id }: Recorded): boolean => markOf(id) !== '';

const formerKey = ({ brandId, orderId }: Recorded): Key => moneyKeys.order(brandId, orderId);
const spreadKey = ({ brandId, orderId }: Recorded): Key => orderKeys.spreadOrder(brandId, orderId);

/** The key of the claim that is written with a conversion. */
export const orderKeyOf = (conversion: Recorded): Key =>
  isSpread(conversion) ? spreadKey(conversion) : formerKey(conversion);

/** The key under which another request could claim the order id of a conversion while the lists of the brand become spread. */
export const otherOrderKeyOf = (conversion: Recorded): Key =>
  isSpread(conversion) ? formerKey(conversion) : spreadKey(conversion);
