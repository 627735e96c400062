// Refunds: part of an order, again, or all of it; each once.
import type { Brand } from '#lib/brands/schema.ts';
import { commissionEntry } from '#lib/commissions/rules/ledger-entries.ts';
import { refunded } from '#lib/commissions/rules/refund.ts';
import { type Commission, storedCommission } from '#lib/commissions/schema/commission.ts';
import { changeCommission, commissionKey, putCommission } from '#lib/commissions/writes.ts';
import { refundEntry } from '#lib/conversions/rules/ledger-entries.ts';
import { type Conversion, storedConversion } from '#lib/conversions/schema/conversion.ts';
import { type Refund, type RefundInput, storedRefund } from '#lib/conversions/schema/refund.ts';
import { conversionKey } from '#lib/conversions/writes.ts';
import { post } from '#lib/ledger/writes.ts';
import { conflict } from '#lib/shared/errors.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { toMinor } from '#lib/shared/money.ts';
import { getItems } from '#lib/table/client.ts';
import { type Item, type ItemBatch, itemWithKey } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

/** How much a refund is, in minor units; a 409 for more than is left of the order. */
function amountOf(asked: number | null, { amount, refundedAmount }: Conversion): number {
  const left = amount - refundedAmount;
  if (left === 0) throw conflict('The order has been refunded in full already');
  if ((asked ?? left) > left) throw conflict('More than is left of the order cannot be refunded');
  return asked ?? left;
}

/**
 * The same refund again: asked for in the same words, or for what it came to. "All that is left" is the same again only
 * where it was all of the order; else nobody can tell now what was left then.
 */
function repeatOf(known: Item, asked: number | null, order: Conversion): Refund {
  const refund = storedRefund.parse(known);
  const isSame = asked === refund.asked || (asked ?? order.amount) === refund.amount;
  if (isSame) return refund;
  throw conflict('A refund with this id has been made already, with another body');
}

/** What of an order is touched by a refund, as it is. A code that was deleted since has no sums any more. */
async function readAround({ brandId, commissionId, affiliateId, campaignId, discountId }: Conversion) {
  const item = (collection: Parameters<typeof keys.item>[1], id: string | null) =>
    id === null ? [] : [keys.item(brandId, collection, id)];
  const wanted = [
    ...(commissionId === null ? [] : [commissionKey(brandId, commissionId)]),
    ...item('affiliate', affiliateId),
    ...item('campaign', campaignId),
    ...item('discount', discountId),
  ];
  return wanted.length === 0 ? [] : getItems(wanted);
}

function changeConversion(before: Conversion, after: Conversion): Write {
  const fields = { refundedAmount: after.refundedAmount, revision: before.revision + 1 };
  return updateExisting(
    conversionKey(after.brandId, after.id),
    { update: setAll(fields), condition: '#revision = :was', values: { ...fields, was: before.revision } },
    staleWrite,
  );
}

function discountStillThere({ brandId, discountId }: Conversion, found: ItemBatch): string | null {
  if (discountId === null) return null;
  return itemWithKey(found, keys.item(brandId, 'discount', discountId)) === undefined ? null : discountId;
}

interface RefundOptions {
  readonly brand: Brand;
  readonly now: Date;
}

/** A refund. `isRepeat`: an earlier request recorded it, so there are no writes. */
interface PreparedRefund {
  readonly refund: Refund;
  readonly isRepeat: boolean;
  readonly writes: readonly Write[];
}

/** Simultaneous refunds of one order succeed one after the other, so many of them need many attempts. */
export const refundAttempts = 24;

/** Prepares a refund without writing anything. */
export async function prepareRefund(
  conversionId: string,
  { refundId, amount }: RefundInput,
  { brand, now }: RefundOptions,
): Promise<PreparedRefund> {
  const requested = amount === undefined ? null : toMinor(amount, brand.currency, 'amount');
  const refundKey = keys.refund(brand.id, conversionId, refundId);
  const [item, existing] = await getItems([conversionKey(brand.id, conversionId), refundKey]);
  if (item === undefined) throw missing('conversion');
  const before = storedConversion.parse(item);
  if (existing !== undefined) {
    return { refund: repeatOf(existing, requested, before), isRepeat: true, writes: [] };
  }
  const { refund, writes } = await newRefund(before, requested, refundId, now);
  return { refund, isRepeat: false, writes: [putNew({ ...refundKey, ...refund }, staleWrite), ...writes] };
}

/** Refunds an order, or returns the refund with this id. */
export const refundConversion = (
  conversionId: string,
  input: RefundInput,
  options: RefundOptions,
): Promise<PreparedRefund> =>
  retryOnConflict(async () => {
    const prepared = await prepareRefund(conversionId, input, options);
    if (prepared.writes.length > 0) await transact(prepared.writes);
    return prepared;
  }, refundAttempts);

/** What becomes of the commission, and what that is in the ledger. */
function commissionAfter(before: Commission | undefined, left: Parameters<typeof refunded>[1], now: Date) {
  const { changed: after, added } = before === undefined ? {} : refunded(before, left, now);
  const isMoved = before !== undefined && after !== undefined && added === undefined;
  return {
    added,
    entries: [
      ...(isMoved ? [commissionEntry(before, after, now)] : []),
      ...(added === undefined ? [] : [commissionEntry(undefined, added, now)]),
    ],
    writes: [
      ...(before === undefined || after === undefined ? [] : [changeCommission(before, after)]),
      ...(added === undefined ? [] : [putCommission(added)]),
    ],
  };
}

async function newRefund(before: Conversion, asked: number | null, refundId: string, now: Date) {
  const { id: conversionId, brandId, commissionId, currency } = before;
  const found = await readAround(before);
  const amount = amountOf(asked, before);
  const after = { ...before, refundedAmount: before.refundedAmount + amount };
  const left = { before: before.amount - before.refundedAmount, after: after.amount - after.refundedAmount };
  const item = commissionId === null ? undefined : itemWithKey(found, commissionKey(brandId, commissionId));
  const commission = commissionAfter(item && storedCommission.parse(item), left, now);
  const refund: Refund = {
    id: newId('refund', now),
    brandId,
    conversionId,
    refundId,
    amount,
    asked,
    currency,
    commissionId: commission.added?.id ?? null,
    createdAt: now.toISOString(),
  };
  const entry = refundEntry({ ...after, discountId: discountStillThere(before, found) }, amount, now);
  return {
    refund,
    writes: [
      changeConversion(before, after),
      ...commission.writes,
      ...post([entry, ...commission.entries], found),
    ],
  };
}
