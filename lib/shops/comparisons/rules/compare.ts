// Compares an order of a file with the recorded one, by the rules for the messages of the shop.
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import { shareOf } from '#lib/shops/adapters/amounts.ts';
import type { Correction, RecordedOrder } from '#lib/shops/orders/rules/correction.ts';
import { codesOf, differenceOf, referencesOf } from '#lib/shops/orders/rules/difference.ts';
import type { FileOrder } from './file-order.ts';
import { amountOfRefund, refundCorrections, type Stamp } from './refunds.ts';

type Money = Pick<Conversion, 'amount' | 'orderTotal' | 'refundedAmount'>;

const moneyOf = ({ original, amount, orderTotal, refundedAmount }: Conversion): Money =>
  original ?? { amount, orderTotal, refundedAmount };

const isSameTotal = (file: FileOrder, { orderTotal }: Money): boolean =>
  file.isByTotal && orderTotal !== undefined && orderTotal === file.orderTotal;

/** Unknown values are the recorded ones, so that they are no difference. `changedAt` has no meaning, because a file has no versions. */
export function shopOrderOf(file: FileOrder, recorded?: Conversion): ShopOrder {
  const { externalId: ofFile, refunded: _, isByTotal: _total, shipping: _shipping, ...order } = file;
  const money = recorded && moneyOf(recorded);
  const codes = recorded === undefined ? [] : referencesOf(recorded, 'discountCode');
  const externalId = recorded === undefined ? ofFile : recorded.externalId;
  return {
    ...order,
    ...(externalId !== undefined && externalId !== null && { externalId }),
    amount: money !== undefined && isSameTotal(file, money) ? money.amount : file.amount,
    changedAt: file.occurredAt,
    discountCodes: file.discountCodes ?? codes,
    items: [],
    refunds: [],
  };
}

/** Returns the refunded amount of the shop, or the recorded one if the file does not contradict it. */
function refundedOf(file: FileOrder, { amount, orderTotal = amount }: ShopOrder, recorded: number): number {
  const { refunded, shipping } = file;
  if (!file.isByTotal) return Math.min(amount, refunded);
  const share = shareOf(refunded, { amount, orderTotal });
  if (shipping === undefined) return share;
  const least = Math.max(refunded > shipping ? 1 : 0, refunded - (orderTotal - amount));
  return recorded >= Math.min(least, amount) && recorded <= Math.min(amount, refunded) ? recorded : share;
}

/** Lists the corrections that make a recorded order equal to the file. */
export function correctionsOf(recorded: RecordedOrder, file: FileOrder, stamp: Stamp): readonly Correction[] {
  const { conversion } = recorded;
  const order = shopOrderOf(file, conversion);
  const changes = differenceOf({ conversion, refunds: [] }, order);
  const isFinal = changes.some(({ kind }) => kind === 'impossible' || kind === 'cancel');
  if (isFinal || order.state !== 'paid' || conversion.canceledAt !== null) return changes;
  const { refundedAmount } = moneyOf(conversion);
  const missing = refundedOf(file, order, refundedAmount) - refundedAmount;
  const refunds = refundCorrections(recorded, missing, stamp);
  return missing < 0 ? [...refunds, ...changes] : [...changes, ...refunds];
}

export interface Change {
  readonly field: string;
  readonly recorded: string | null;
  readonly shop: string | null;
}

/** The value that is impossible to correct. */
function unreachable(recorded: Conversion, file: FileOrder): Change {
  const currency = currencyOfRecorded(recorded);
  if (recorded.canceledAt !== null) return { field: 'status', recorded: 'canceled', shop: file.state };
  if (currency !== file.currency) return { field: 'currency', recorded: currency, shop: file.currency };
  const text = (minor: number) => fromMinor(minor, currency).rawJSON;
  const refunded = refundedOf(file, shopOrderOf(file, recorded), moneyOf(recorded).refundedAmount);
  const before = text(moneyOf(recorded).refundedAmount);
  return { field: 'refundedAmount', recorded: before, shop: text(refunded) };
}

const listed = (codes: readonly string[]): string | null => (codes.length === 0 ? null : codes.join(', '));

/** Shows a correction with the recorded and the new value of each field. */
export function changesOf(
  correction: Correction,
  { conversion: recorded, refunds }: RecordedOrder,
  file: FileOrder,
): readonly Change[] {
  const text = (minor: number) => fromMinor(minor, currencyOfRecorded(recorded)).rawJSON;
  const money = moneyOf(recorded);
  if (correction.kind === 'cancel') return [{ field: 'status', recorded: 'paid', shop: 'canceled' }];
  if (correction.kind === 'impossible') return [unreachable(recorded, file)];
  if (correction.kind === 'refund') {
    const after = text(money.refundedAmount + correction.refund.amount);
    return [{ field: 'refundedAmount', recorded: text(money.refundedAmount), shop: after }];
  }
  if (correction.kind === 'reverseRefund') {
    const reversed = refunds.find(({ refundId }) => refundId === correction.refundId);
    return reversed ? [{ field: 'refund', recorded: text(amountOfRefund(reversed)), shop: null }] : [];
  }
  if (correction.kind !== 'update') return [];
  const { amount, orderTotal, discountCodes, clickId, trackingCode } = correction.changes;
  const first = (source: 'click' | 'trackingCode') => referencesOf(recorded, source)[0] ?? null;
  const before = money.orderTotal === undefined ? null : text(money.orderTotal);
  const codes = listed(referencesOf(recorded, 'discountCode'));
  return [
    { field: 'amount', recorded: text(money.amount), shop: amount === undefined ? undefined : text(amount) },
    { field: 'orderTotal', recorded: before, shop: orderTotal === undefined ? undefined : text(orderTotal) },
    { field: 'discountCodes', recorded: codes, shop: discountCodes && listed(discountCodes) },
    { field: 'clickId', recorded: first('click'), shop: clickId },
    { field: 'trackingCode', recorded: first('trackingCode'), shop: trackingCode },
  ].flatMap(({ shop, ...change }) => (shop === undefined ? [] : [{ ...change, shop }]));
}

/** An order that names no creator is not missing, because nobody would earn with it. */
export const namesCreator = (file: FileOrder): boolean =>
  [file.clickId, file.trackingCode, file.customerId, file.customerEmail].some((text) => text !== undefined) ||
  codesOf(shopOrderOf(file)).length > 0;
