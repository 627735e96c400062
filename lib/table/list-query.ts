// Selects the partition of a list, and builds the query that reads it.

import { partitionKey, sortKey } from '#lib/table/keys/item.ts';
import {
  affiliatePartition,
  affiliateStatusPartition,
  type Collection,
  collectionPartition,
  heldPartition,
  type IndexName,
  indexes,
  statusPartition,
} from '#lib/table/keys/keys.ts';

export interface ListQuery {
  readonly partition: string;
  readonly index?: IndexName;
}

export type Range =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly from: string; readonly to: string };

function conditionOf(range: Range | undefined): string {
  if (range === undefined) return '#p = :p';
  if ('before' in range) return '#p = :p AND #s < :before';
  return 'after' in range ? '#p = :p AND #s > :after' : '#p = :p AND #s BETWEEN :from AND :to';
}

export const toQueryInput = ({ partition, index }: ListQuery, range?: Range) => ({
  ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
  KeyConditionExpression: conditionOf(range),
  ExpressionAttributeNames: {
    '#p': index === undefined ? partitionKey : indexes[index].partitionKey,
    ...(range !== undefined && { '#s': sortKey }),
  },
  ExpressionAttributeValues: {
    ':p': partition,
    ...Object.fromEntries(Object.entries(range ?? {}).map(([name, value]) => [`:${name}`, value])),
  },
});

interface Filters {
  readonly affiliateId?: string | undefined;
  readonly status?: string | undefined;
}

/** Each combination of filters has its own partition, so a query reads only matching items. */
export function listQueryFor(
  brandId: string,
  collection: Collection,
  { affiliateId, status }: Filters = {},
): ListQuery {
  if (affiliateId !== undefined && status !== undefined) {
    const partition = affiliateStatusPartition(brandId, collection, affiliateId, status);
    return { partition, index: 'byAffiliateAndStatus' };
  }
  if (affiliateId !== undefined) {
    return { partition: affiliatePartition(brandId, collection, affiliateId), index: 'byAffiliate' };
  }
  if (status !== undefined)
    return { partition: statusPartition(brandId, collection, status), index: 'byStatus' };
  return { partition: collectionPartition(brandId, collection) };
}

export const heldListQuery = (brandId: string, collection: Collection): ListQuery => ({
  partition: heldPartition(brandId, collection),
  index: 'byHold',
});
