// Defines the types of keys and items, and finds an item by its key.

export const partitionKey = 'pk';
export const sortKey = 'sk';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Item = Record<string, unknown>;

export type ItemBatch = readonly (Item | undefined)[];

export const itemWithKey = (batch: ItemBatch, key: Key | undefined): Item | undefined =>
  batch.find((item) => key !== undefined && item?.[partitionKey] === key.pk && item[sortKey] === key.sk);
