// Erases the personal data of items.

import { differenceOf } from '#lib/care/privacy/rules/erasure.ts';
import type { Erasure } from '#lib/care/privacy/schema/erasure.ts';
import { eraseVersioned } from '#lib/care/privacy/writes.ts';
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { getItem, getItems, queryPartition } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { staleWrite, updateExisting } from '#lib/foundation/table/writes/write.ts';
import type { PersonalKind } from '#lib/record/events/rules/personal-fields.ts';
import { withdrawDispute } from './dispute.ts';
import { deleteLinkOf } from './link.ts';
import type { PersonalItem } from './lists.ts';

/** Returns the item as it was read, or undefined if it does not exist. */
export const eraseItem = (
  kind: PersonalKind,
  key: Key,
  kept: (item: Item) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<Item | undefined> =>
  retryOnConflict(async () => {
    const item = await getItem(key);
    if (item === undefined) return undefined;
    const { changed, isErased } = differenceOf(kind, key.sk, item);
    if (isErased && item[erasedRevision] !== undefined) return item;
    await transact(eraseVersioned(kind, key, item, { ...changed, ...kept(item) }));
    return item;
  });

/** Erases an item without a revision, such as a line of a payout. `id` is that of the creator, or empty. */
const eraseUnversioned = (kind: 'order' | 'payoutLine' | 'refund', id: string, key: Key): Promise<void> =>
  retryOnConflict(async () => {
    const item = await getItem(key);
    if (item === undefined) return;
    const { changed, isErased } = differenceOf(kind, id, item);
    if (!isErased) await transact([updateExisting(key, { set: changed }, staleWrite)]);
  });

/** A commission has a text of a person only if it is rejected. */
async function eraseReason(brandId: string, id: string): Promise<void> {
  const key = keys.item(brandId, 'commission', id);
  const [commission] = await getItems([key]);
  if (commission?.status === 'rejected') await eraseItem('commission', key);
}

async function eraseRefunds(brandId: string, conversionId: string): Promise<void> {
  const refunds = await queryPartition(refundPartition(brandId, conversionId));
  for (const { sk } of refunds)
    await eraseUnversioned('refund', '', keys.refund(brandId, conversionId, String(sk)));
}

/** The present commission of a stored conversion, and those of its former creators and days. */
function commissionIdsOf({ commissionId, changes }: Item): readonly string[] {
  const former = Array.isArray(changes)
    ? changes.flatMap((change) => Object(change).commissionIds ?? [])
    : [];
  return [commissionId, ...former].filter((id) => typeof id === 'string');
}

/** An order that was given to another customer keeps this customer. An erased one keeps only the key of its customer. */
const keptCustomer =
  ({ kind, isFormer }: PersonalItem, { customerKey }: Erasure) =>
  ({ customerId }: Item) => {
    if (kind !== 'conversion') return {};
    if (isFormer) return { customerId };
    return customerKey === null ? {} : { customerKey };
  };

/** Also erases the line items, the refunds and the commissions of a conversion. Returns all items that have events. */
export async function erasePersonalItem(
  erasure: Erasure,
  personal: PersonalItem,
): Promise<readonly string[]> {
  const { brandId } = erasure;
  const { kind, id } = personal;
  if (kind === 'link') return deleteLinkOf(erasure, id);
  if (kind === 'dispute') await withdrawDispute(erasure, id);
  const item = await eraseItem(kind, keys.item(brandId, kind, id), keptCustomer(personal, erasure));
  if (kind !== 'conversion' || item === undefined) return [id];
  await eraseUnversioned('order', '', keys.order(brandId, String(item.orderId)));
  await eraseRefunds(brandId, id);
  const commissionIds = commissionIdsOf(item);
  for (const commissionId of commissionIds) await eraseReason(brandId, commissionId);
  return [id, ...commissionIds];
}

/** A line exists only in payouts that include or exclude the creator. */
export async function eraseLines(
  brandId: string,
  affiliateId: string,
  payoutIds: readonly string[],
): Promise<void> {
  const lines = payoutIds.flatMap((payoutId) => [
    keys.payoutLine(brandId, payoutId, affiliateId),
    keys.excludedLine(brandId, payoutId, affiliateId),
  ]);
  const found = await getItems(lines);
  for (const [index, key] of lines.entries()) {
    if (found[index] !== undefined) await eraseUnversioned('payoutLine', affiliateId, key);
  }
}
