// Selects the partition of a list, and builds the query that reads it.

import { type IndexName, indexes } from '#lib/foundation/table/keys/indexes.ts';
import { partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import {
  affiliatePartition,
  affiliateStatusPartition,
  type Collection,
  collectionPartition,
  heldPartition,
  statusPartition,
} from '#lib/foundation/table/keys/keys.ts';

export interface ListQuery {
  readonly partition: string;
  readonly index?: IndexName;
}

/** `from` and `to` are inclusive, `after` and `before` are exclusive. */
export interface Range {
  readonly from?: string;
  readonly after?: string;
  readonly before?: string;
  readonly to?: string;
}

export const highestCharacter = '\u{10ffff}';

/** The lowest text above `text`. */
const above = (text: string): string => `${text}\u0000`;

/** At least as high as every other text below `text`. */
const below = (text: string): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) - 1) + highestCharacter;

/** A key condition compares the sort key once, and BETWEEN includes both ends. */
function conditionOf({ from, after, before, to }: Range): {
  condition: string;
  values: Record<string, string>;
} {
  const lower = from ?? (after === undefined ? undefined : above(after));
  const upper = to ?? (before === undefined ? undefined : below(before));
  if (lower !== undefined && upper !== undefined) {
    return { condition: ' AND #s BETWEEN :from AND :to', values: { ':from': lower, ':to': upper } };
  }
  if (before !== undefined) return { condition: ' AND #s < :before', values: { ':before': before } };
  if (after !== undefined) return { condition: ' AND #s > :after', values: { ':after': after } };
  if (lower !== undefined) return { condition: ' AND #s >= :from', values: { ':from': lower } };
  if (upper !== undefined) return { condition: ' AND #s <= :to', values: { ':to': upper } };
  return { condition: '', values: {} };
}

/** The attribute that a query sorts by. */
export const sortKeyOf = ({ index }: ListQuery): string => (index === undefined ? sortKey : indexes[index]);

export function toQueryInput(list: ListQuery, range: Range = {}) {
  const { partition, index } = list;
  const { condition, values } = conditionOf(range);
  return {
    ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
    KeyConditionExpression: `#p = :p${condition}`,
    ExpressionAttributeNames: {
      '#p': index ?? partitionKey,
      ...(condition !== '' && { '#s': sortKeyOf(list) }),
    },
    ExpressionAttributeValues: { ':p': partition, ...values },
  };
}

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

/** One query for each status, or one for all items. */
export const statusQueries = (
  brandId: string,
  collection: Collection,
  statuses: readonly string[] | undefined,
  affiliateId?: string,
): readonly ListQuery[] =>
  statuses === undefined
    ? [listQueryFor(brandId, collection, { affiliateId })]
    : statuses.map((status) => listQueryFor(brandId, collection, { affiliateId, status }));

export const heldListQuery = (brandId: string, collection: Collection): ListQuery => ({
  partition: heldPartition(brandId, collection),
  index: 'byHold',
});
