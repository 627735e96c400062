// Builds the writes of the claim of an order id.
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import {
  deleteExisting,
  putNew,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import type { NewConversion } from '#lib/money/conversions/rules/new-conversion.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';

/** Fails with a stale write if the order, or a refund of it, has arrived since the claim was read. */
export function claimOrderId(
  { conversion: { brandId, id, orderId }, items }: NewConversion,
  fingerprint: string,
  waiting: Item | undefined,
): Write {
  const key = keys.order(brandId, orderId);
  const item = { ...key, conversionId: id, fingerprint, ...(items.length > 0 && { items }) };
  if (waiting === undefined) return putNew(item, staleWrite);
  const values = { was: waiting.revision };
  return { kind: 'put', item, condition: '#revision = :was', values, refused: staleWrite };
}

/** The claim of the order id has the line items, and the time with which a repetition of the order is recognized. */
export function changeOrderClaim(
  { brandId, orderId, occurredAt }: Conversion,
  after: Conversion,
  items: readonly OrderItem[] | undefined,
): readonly Write[] {
  const isRetimed = after.occurredAt !== occurredAt;
  if (items === undefined && !isRetimed) return [];
  const hasItems = items !== undefined && items.length > 0;
  return [
    updateExisting(keys.order(brandId, orderId), {
      ...(isRetimed && { setOnce: { occurredAt } }),
      ...(hasItems && { set: { items } }),
      ...(items?.length === 0 && { remove: ['items'] }),
    }),
  ];
}

/** Frees the order id of `before`. The claim names the order by its other order id, because each order has one claim. */
export const moveOrderClaim = (
  { brandId, orderId, id }: Conversion,
  after: Conversion,
  claim: Item,
): readonly Write[] => [
  deleteExisting(keys.order(brandId, orderId), staleWrite, {
    condition: '#conversionId = :conversionId',
    values: { conversionId: id },
  }),
  putNew({ ...claim, ...keys.order(brandId, after.orderId) }, staleWrite),
];
