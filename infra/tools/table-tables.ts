// Builds the tables of docs/reference/items.md.
import { declaredItems } from '#lib/care/catalog/items.ts';
import { type StoredItem, sample } from '#lib/foundation/contract/stored-item.ts';
import { type IndexName, indexes, projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { indexKeys } from '#lib/foundation/table/keys/keys.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { code, table } from './markdown.ts';

const { brand } = sample;

export const keyExamples: readonly Key[] = declaredItems.map(([, { example }]) => example);

const indexExamples: Readonly<Record<IndexName, { readonly lists: string; readonly example: object }>> = {
  byStatus: {
    lists:
      'Creators, campaigns, commissions and payouts by status; conversions by the result of their attribution; ' +
      'API keys by mode',
    example: indexKeys.byStatus(brand, 'commission', 'pending'),
  },
  byAffiliate: {
    lists: 'Discount codes, conversions and commissions of a creator',
    example: indexKeys.byAffiliate(brand, 'commission', 'aff_01'),
  },
  byAffiliateAndStatus: {
    lists: 'Commissions of a creator and a status',
    example: indexKeys.byAffiliateAndStatus(brand, 'commission', 'aff_01', 'approved'),
  },
  byHold: {
    lists: 'Commissions that are held for review (sparse)',
    example: indexKeys.byHold(brand, 'commission'),
  },
  byCampaign: {
    lists: 'Discount codes of a campaign; ledger entries of its orders; creators of a group',
    example: listKeys.byCampaign(brand, 'commission', 'cmp_01'),
  },
  byDiscount: {
    lists: 'Ledger entries of orders with a discount code; discount codes by status',
    example: listKeys.byDiscount(brand, 'dsc_01'),
  },
  byCustomer: {
    lists:
      'Ledger entries of orders of a customer (hashed id) and of a former one, and of manual commissions of a creator',
    example: listKeys.byCustomer(brand, 'salted-hash'),
  },
  byPayout: {
    lists: 'Commissions in a payout',
    example: listKeys.byPayout(brand, 'pay_01'),
  },
  byTime: {
    lists:
      'Ledger entries of orders, approvals and payments, by their time; discount codes of a creator and a status',
    example: listKeys.byTime(brand, 'APPROVED', '2026-11-22T00:00:00.000Z', 'com_01'),
  },
};

function erasureOf({ erasure, erasureNote }: StoredItem): string {
  if (erasure === undefined || typeof erasure === 'string') return erasure ?? '–';
  const names = Object.keys(erasure).map(code);
  return [names.join(', '), ...(erasureNote === undefined ? [] : [erasureNote])].join('; ');
}

export const itemTables = {
  keys: table(
    ['Item', 'Key', 'Example of `pk`, `sk`'],
    declaredItems.map(([name, { description, example }]) => [
      description,
      code(name),
      // Separators that nobody can type are shown as a symbol.
      `${code(example.pk)}, ${code(example.sk.replaceAll('\u0000', '␀'))}`,
    ]),
  ),
  retention: table(
    ['Item', 'Personal data', 'Kept', 'Erasure'],
    declaredItems.flatMap(([, item]) =>
      item.personal === undefined ? [] : [[item.description, item.personal, item.kept, erasureOf(item)]],
    ),
  ),
  indexes: table(
    ['Index', 'Sort key', 'Contains', 'Lists', 'Example of its partition key'],
    Object.entries(indexExamples).map(([name, { lists, example }]) => [
      code(name),
      code(indexes[name as IndexName]),
      projectionOf(name) === 'ALL' ? 'whole items' : 'keys',
      lists,
      code(String(Object.values(example)[0])),
    ]),
  ),
};
