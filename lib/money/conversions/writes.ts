// Builds the items and writes of conversions.

import type { Brand } from '#lib/access/brands/schema.ts';
import type { Item, ItemBatch } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem, differenceOf } from '#lib/foundation/table/writes/change.ts';
import { claimExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import {
  deleteExisting,
  putNew,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { creationEntries } from '#lib/money/commissions/rules/ledger-entries.ts';
import { putCommission } from '#lib/money/commissions/writes.ts';
import { orderEntry, orderEntryId } from '#lib/money/conversions/rules/ledger-entries.ts';
import { conversionListKeys, customerOf } from '#lib/money/conversions/rules/list-keys.ts';
import type { NewConversion } from '#lib/money/conversions/rules/new-conversion.ts';
import { applyPending, type RefundedConversion } from '#lib/money/conversions/rules/pending-refunds.ts';
import { shortenIds } from '#lib/money/conversions/schema/candidate-ids.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { putFinding } from '#lib/money/fraud/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';
import { claimOrderId } from './writes/order-claim.ts';

export const conversionKey = (brandId: string, id: string) => keys.item(brandId, 'conversion', id);

export const conversionIndexKeys = ({ brandId, affiliateId, receipt }: Conversion) => ({
  ...indexKeys.byStatus(brandId, 'conversion', receipt.attribution),
  ...(affiliateId !== null && indexKeys.byAffiliate(brandId, 'conversion', affiliateId)),
});

const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/**
 * Omits absent annotations and null fields of candidates, and shortens their ids, so that most conversions fit into 1 KB and cost one write unit in the table and each index.
 * Line items are stored with the order id, because lists do not return them.
 */
const toStored = ({
  receipt,
  externalId,
  metadata,
  kind,
  canceledAt,
  cancelReason,
  changes,
  ...conversion
}: Conversion) => ({
  ...conversion,
  ...(kind !== 'sale' && { kind }),
  ...withoutNulls({ canceledAt, cancelReason }),
  ...(changes.length > 0 && { changes: changes.map(withoutNulls) }),
  ...(externalId !== null && { externalId }),
  ...(Object.keys(metadata).length > 0 && { metadata }),
  receipt: {
    ...receipt,
    candidates: receipt.candidates.map((candidate) => shortenIds(withoutNulls(candidate), conversion)),
  },
});

const withoutEmpty = ({ reversedAt, reversalReason, supplementId, ...refund }: Refund) => ({
  ...refund,
  ...withoutNulls({ reversedAt, reversalReason, supplementId }),
});

export const refundItem = (refund: Refund) => ({
  ...keys.refund(refund.brandId, refund.conversionId, refund.refundId),
  ...withoutEmpty(refund),
});

/** The claim and the refunds that arrived before the order. */
interface Earlier {
  /** The claim of the order id, which names the refunds that wait for the order. */
  readonly waiting: Item | undefined;
  readonly refunded: RefundedConversion;
}

/**
 * `entities` are the items whose totals change. Throws `StaleWrite` for a recorded order, so that the caller reads it and retries.
 */
export function conversionWrites(
  created: NewConversion,
  fingerprint: string,
  entities: ItemBatch,
  now: Date,
  { waiting, refunded }: Earlier = { waiting: undefined, refunded: applyPending(created, [], now) },
): readonly Write[] {
  const { conversion, commission, adjustment, refunds, entries } = refunded;
  const { brandId, id } = conversion;
  const earned = created.commission === undefined ? [] : creationEntries(created.commission, now);
  return [
    claimOrderId(created, fingerprint, waiting),
    ...refunds.flatMap((refund) => [
      putNew(refundItem(refund)),
      deleteExisting(keys.pendingRefund(brandId, refund.id), staleWrite),
    ]),
    ...claimExternalId(conversion, 'conversion'),
    putNew({ ...conversionKey(brandId, id), ...toStored(conversion), ...conversionIndexKeys(conversion) }),
    ...(created.finding === undefined ? [] : [putFinding(created.finding)]),
    ...[commission, adjustment].flatMap((one) => (one === undefined ? [] : [putCommission(one)])),
    ...postEntries([orderEntry(conversion, now, created.customerKey), ...earned, ...entries], entities),
  ];
}

const withIndexKeys = (conversion: Conversion) => ({
  ...toStored(conversion),
  ...conversionIndexKeys(conversion),
});

export const changeConversion = (before: Conversion, after: Conversion): Write =>
  changeItem(conversionKey(after.brandId, after.id), withIndexKeys(before), withIndexKeys(after));

/**
 * Makes lists find the order by its present facts. The list keys are attributes of indexes, so the ledger entry that has them does not
 * change otherwise.
 */
export function relist(before: Conversion, after: Conversion, brand: Brand): readonly Write[] {
  const keysOf = (conversion: Conversion) =>
    conversionListKeys(conversion, customerOf(conversion, { brand }));
  const difference = differenceOf(keysOf(before), keysOf(after));
  return Object.keys(difference.set ?? {}).length + (difference.remove ?? []).length === 0
    ? []
    : [updateExisting(keys.ledgerEntry(before.brandId, orderEntryId(before)), difference)];
}
