// Defines the indexes of the table. CDK creates them from this file.

/**
 * `ALL` indexes contain whole items. `KEYS_ONLY` indexes contain only keys, so a list also reads the items by key, but an index
 * entry costs one write unit, and later changes of the item cost nothing (docs/decisions/0085).
 */
export const indexes = {
  byStatus: { partitionKey: 'byStatus', sortKey: 'sk', projection: 'ALL' },
  byAffiliate: { partitionKey: 'byAffiliate', sortKey: 'sk', projection: 'ALL' },
  byAffiliateAndStatus: { partitionKey: 'byAffiliateAndStatus', sortKey: 'sk', projection: 'ALL' },
  byHold: { partitionKey: 'byHold', sortKey: 'sk', projection: 'ALL' },
  byCampaign: { partitionKey: 'byCampaign', sortKey: 'listedId', projection: 'KEYS_ONLY' },
  byDiscount: { partitionKey: 'byDiscount', sortKey: 'listedId', projection: 'KEYS_ONLY' },
  byCustomer: { partitionKey: 'byCustomer', sortKey: 'listedId', projection: 'KEYS_ONLY' },
  byPayout: { partitionKey: 'byPayout', sortKey: 'sk', projection: 'KEYS_ONLY' },
  byTime: { partitionKey: 'byTime', sortKey: 'listedTime', projection: 'KEYS_ONLY' },
} as const;

export type IndexName = keyof typeof indexes;
