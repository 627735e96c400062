// Defines the indexes of the table. CDK creates them from this file.

/** The attribute that each index sorts by. Its partition key is the attribute with the name of the index. */
export const indexes = {
  byStatus: 'sk',
  byAffiliate: 'sk',
  byAffiliateAndStatus: 'sk',
  byHold: 'sk',
  byCampaign: 'listedId',
  byDiscount: 'listedId',
  byCustomer: 'listedId',
  byPayout: 'sk',
  byTime: 'listedTime',
} as const;

export type IndexName = keyof typeof indexes;

/**
 * These indexes contain only keys, so their lists also read the items by key. An entry costs one write unit, and later changes of
 * the item cost nothing (docs/decisions/0085). The other indexes contain whole items.
 */
const keysOnly: readonly string[] = ['byCampaign', 'byDiscount', 'byCustomer', 'byPayout', 'byTime'];

export const projectionOf = (index: string): 'ALL' | 'KEYS_ONLY' =>
  keysOnly.includes(index) ? 'KEYS_ONLY' : 'ALL';
