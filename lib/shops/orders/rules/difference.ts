// Compares a recorded order with the order of the shop, and lists the corrections that make them equal.
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { CandidateSource } from '#lib/money/conversions/schema/receipt.ts';
import { normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import type { ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import type { Correction, OrderUpdate, RecordedOrder } from './correction.ts';
import { missingRefunds, reversalsOf } from './refunds.ts';

export const referencesOf = ({ receipt }: Conversion, wanted: CandidateSource): readonly string[] =>
  receipt.candidates.filter(({ source }) => source === wanted).map(({ reference }) => reference);

const maxCodes = 10;
const maxReference = 100;

/** An order must not be lost over a text that no code can be. */
export const isReference = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '' && text.length <= maxReference;

export const codesOf = ({ discountCodes }: ShopOrder): readonly string[] =>
  [
    ...new Map(discountCodes.filter(isReference).map((code) => [normalizeDiscountCode(code), code])).values(),
  ].slice(0, maxCodes);

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  one.every((code) => other.map(normalizeDiscountCode).includes(normalizeDiscountCode(code)));

function changedCodes(conversion: Conversion, order: ShopOrder): OrderUpdate {
  const codes = codesOf(order);
  return isSameSet(codes, referencesOf(conversion, 'discountCode')) ? {} : { discountCodes: codes };
}

/** The shop can lose a reference, for example after the erasure of a customer, so an absent one changes nothing. */
function changedReference(
  conversion: Conversion,
  [field, source]: readonly ['clickId' | 'trackingCode', CandidateSource],
  sent: string | undefined,
): OrderUpdate {
  if (!isReference(sent)) return {};
  const [recorded] = referencesOf(conversion, source);
  return normalizeReference(recorded) === normalizeReference(sent) ? {} : { [field]: sent };
}

/** The customer stays, because the order can be older than an erasure. */
function updateOf(conversion: Conversion, order: ShopOrder): OrderUpdate {
  const { amount, orderTotal } = conversion.original ?? conversion;
  const { externalId } = order;
  return {
    ...(order.amount !== amount && { amount: order.amount }),
    ...(order.orderTotal !== undefined &&
      order.orderTotal !== orderTotal && { orderTotal: order.orderTotal }),
    ...(externalId !== undefined && externalId !== conversion.externalId && { externalId }),
    ...changedCodes(conversion, order),
    ...changedReference(conversion, ['clickId', 'click'], order.clickId),
    ...changedReference(conversion, ['trackingCode', 'trackingCode'], order.trackingCode),
  };
}

/** Reversals come first, and refunds last, because the amount must cover the refunds at any time. */
function changesOf(recorded: RecordedOrder, order: ShopOrder): readonly Correction[] {
  const changes = updateOf(recorded.conversion, order);
  const update: readonly Correction[] =
    Object.keys(changes).length === 0 ? [] : [{ kind: 'update', changes }];
  return [...reversalsOf(recorded, order.refunds), ...update, ...missingRefunds(recorded, order.refunds)];
}

/** The corrections by refunds alone, whose messages have no order. */
export const refundDifferenceOf = (
  recorded: RecordedOrder | undefined,
  refunds: readonly ShopRefund[],
): readonly Correction[] =>
  recorded === undefined || recorded.conversion.canceledAt !== null
    ? []
    : [...reversalsOf(recorded, refunds), ...missingRefunds(recorded, refunds)];

/**
 * Lists the next corrections. The refunds of a new order follow when it is recorded. An order that is not paid any more stays as it is until
 * the shop cancels it.
 */
export function differenceOf(recorded: RecordedOrder | undefined, order: ShopOrder): readonly Correction[] {
  if (recorded === undefined) return order.state === 'paid' ? [{ kind: 'create' }] : [];
  const { conversion } = recorded;
  const isCanceled = conversion.canceledAt !== null;
  if (order.state === 'canceled')
    return isCanceled ? [] : [{ kind: 'cancel', reason: 'Canceled in the shop' }];
  if (order.state === 'open') return [];
  if (isCanceled)
    return [{ kind: 'impossible', reason: 'The order is canceled here, and cannot count again' }];
  const currency = currencyOfRecorded(conversion);
  if (currency === order.currency) return changesOf(recorded, order);
  const reason = `The order is recorded in ${currency}, and is now in ${order.currency}: cancel it, and record another order`;
  return [{ kind: 'impossible', reason }];
}
