// Where lists stand, and the queries that read them.

import { partitionKey, sortKey } from '#lib/table/keys/item.ts';
import {
  type Collection,
  collectionOf,
  heldOf,
  type IndexName,
  indexes,
  ofAffiliate,
  ofAffiliateWithStatus,
  withStatus,
} from '#lib/table/keys/keys.ts';

/** Where a list stands: a partition of the table, or of an index. */
export interface ListQuery {
  readonly partition: string;
  readonly index?: IndexName;
}

/** Sort keys: those before one, those after one, or from one to another, both included. */
export type Range =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly from: string; readonly to: string };

function conditionOf(range: Range | undefined): string {
  if (range === undefined) return '#p = :p';
  if ('before' in range) return '#p = :p AND #s < :before';
  return 'after' in range ? '#p = :p AND #s > :after' : '#p = :p AND #s BETWEEN :from AND :to';
}

/** The query of a source, all of it or a range of its sort keys: of the table itself as it is after the last write. */
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

/** What a list is narrowed to. */
interface Filters {
  readonly affiliateId?: string | undefined;
  readonly status?: string | undefined;
}

/** Where a brand's list with these filters stands: every combination has a partition of its own, so that none is filtered. */
export function listQueryFor(
  brandId: string,
  collection: Collection,
  { affiliateId, status }: Filters = {},
): ListQuery {
  if (affiliateId !== undefined && status !== undefined) {
    const partition = ofAffiliateWithStatus(brandId, collection, affiliateId, status);
    return { partition, index: 'byAffiliateAndStatus' };
  }
  if (affiliateId !== undefined) {
    return { partition: ofAffiliate(brandId, collection, affiliateId), index: 'byAffiliate' };
  }
  if (status !== undefined) return { partition: withStatus(brandId, collection, status), index: 'byStatus' };
  return { partition: collectionOf(brandId, collection) };
}

/** Where what is held for review stands, of all of a brand's list. */
export const heldListQuery = (brandId: string, collection: Collection): ListQuery => ({
  partition: heldOf(brandId, collection),
  index: 'byHold',
});
