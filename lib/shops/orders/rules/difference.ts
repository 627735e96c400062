// Compares a recorded order with the order of the shop, and lists the corrections that make them equal.
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { CandidateSource } from '#lib/money/conversions/schema/receipt.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import type { ShopOrder, ShopRefund } from '#lib/shops/adapters/rules/adapter.ts';

export interface RecordedOrder {
  readonly conversion: Conversion;
  readonly refunds: readonly Refund[];
}

/** The fields of a recorded order that differ. Amounts are in minor units of the order's currency. */
export interface OrderUpdate {
  readonly amount?: number;
  readonly orderTotal?: number;
  readonly externalId?: string;
  readonly discountCodes?: readonly string[];
  readonly clickId?: string;
  readonly trackingCode?: string;
}

export type Correction =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly changes: OrderUpdate }
  | { readonly kind: 'refund'; readonly refund: ShopRefund }
  | { readonly kind: 'reverseRefund'; readonly refundId: string }
  | { readonly kind: 'cancel'; readonly reason: string }
  /** No operation can make the orders equal. */
  | { readonly kind: 'impossible'; readonly reason: string };

const referencesOf = ({ receipt }: Conversion, wanted: CandidateSource): readonly string[] =>
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

/** A refund of shipping or tax alone takes nothing from an order. */
const counts = ({ amount, isReversed }: ShopRefund): boolean => amount > 0 && isReversed !== true;

function newOrder({ state, refunds }: ShopOrder): readonly Correction[] {
  if (state !== 'paid') return [];
  const taken = refunds.filter(counts).map((refund): Correction => ({ kind: 'refund', refund }));
  return [{ kind: 'create' }, ...taken];
}

/** Reversals come first, and refunds last, because the amount must cover the refunds at any time. */
function changesOf({ conversion, refunds }: RecordedOrder, order: ShopOrder): readonly Correction[] {
  const recorded = new Map(refunds.map((refund) => [refund.refundId, refund]));
  const reversals = order.refunds.flatMap(({ refundId, isReversed }): readonly Correction[] =>
    isReversed === true && recorded.get(refundId)?.reversedAt === null
      ? [{ kind: 'reverseRefund', refundId }]
      : [],
  );
  const changes = updateOf(conversion, order);
  const update: readonly Correction[] =
    Object.keys(changes).length === 0 ? [] : [{ kind: 'update', changes }];
  const taken = order.refunds
    .filter((refund) => counts(refund) && !recorded.has(refund.refundId))
    .map((refund): Correction => ({ kind: 'refund', refund }));
  return [...reversals, ...update, ...taken];
}

/** An order that is not paid any more stays as it is until the shop cancels it. */
export function differenceOf(recorded: RecordedOrder | undefined, order: ShopOrder): readonly Correction[] {
  if (recorded === undefined) return newOrder(order);
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
