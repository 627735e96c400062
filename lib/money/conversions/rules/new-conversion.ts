// Validates an order and creates its conversion and commission.
import { hashWithSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Warning } from '#lib/foundation/contract/warning.ts';
import { newAnnotations } from '#lib/foundation/shared/annotations.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import { settledWith } from '#lib/money/commissions/rules/settled-elsewhere.ts';
import { newCommission } from '#lib/money/commissions/rules/terms.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { customerKindOf, type OrderContext, unbound } from '#lib/money/customers/rules/first-order.ts';
import { evaluateFraud } from '#lib/money/fraud/rules/evaluate.ts';
import type { FraudFinding } from '#lib/money/fraud/schema/finding.ts';
import { isFree } from './amounts.ts';
import { attribute, type Candidate } from './attribution.ts';
import { customerAddressOf, hasUnreadableAddress } from './customer-email.ts';
import { customerHashes, isOwnOrder } from './customer-hash.ts';
import { checkCodes, codesOf } from './discount-codes.ts';
import { lineItemsOf } from './line-items.ts';
import { customerKeyOf } from './list-keys.ts';
import { marksOf, presentMarks } from './marks.ts';
import { checkOrderTime, orderTime } from './order-time.ts';
import { checkMoney, currencyOf, meaningOfMoney, moneyOf, type RatedOrder } from './original.ts';

export interface NewConversion {
  readonly conversion: Conversion;
  readonly items: readonly OrderItem[];
  readonly commission: Commission | undefined;
  /** Finds the conversions of the customer. Absent without a `customerId`. */
  readonly customerKey?: string;
  /** The fraud rules that the order matches. */
  readonly finding?: FraudFinding;
}

export interface DryRunResult extends NewConversion {
  readonly warnings: readonly Warning[];
  readonly isRepeat: boolean;
  readonly isRecorded: boolean;
}

export function checkOrder(order: ConversionInput, brand: Brand, now: Date): void {
  checkMoney(order, brand);
  checkCodes(order);
  checkOrderTime(order.occurredAt, now);
}

export function newConversion(
  order: RatedOrder,
  brand: Brand,
  candidates: readonly Candidate[],
  now: Date,
  { id = newId('conversion', now), bindings = unbound, paidAmount }: OrderContext = {},
): NewConversion {
  const { orderId, kind = 'sale', customerId = null, isNewCustomer } = order;
  const hashes = customerHashes(brand, customerAddressOf(order));
  const orderedAt = orderTime(order, now);
  const { receipt, winner } = attribute(candidates, orderedAt);
  const creator = winner?.affiliate;
  const facts = {
    id,
    brandId: brand.id,
    orderId,
    kind,
    ...marksOf(order),
    ...moneyOf(order, brand),
    refundedAmount: 0,
    currency: brand.currency,
    affiliateId: creator?.id ?? null,
    campaignId: winner?.campaign?.id ?? null,
    discountId: winner?.discountId ?? null,
    receipt,
    ...newAnnotations(order),
    customerId,
    ...hashes,
    ...(isNewCustomer !== undefined && { isNewCustomer }),
    canceledAt: null,
    cancelReason: null,
    changes: [],
    occurredAt: orderedAt.toISOString(),
    createdAt: now.toISOString(),
    revision: 0,
  };
  const isSelfReferral = creator !== undefined && isOwnOrder(brand, hashes.customerHash, creator);
  const isUnreadable = hasUnreadableAddress(order);
  const { items } = lineItemsOf(order, currencyOf(order, brand));
  const customer = customerKindOf(facts, bindings);
  const applied = { items, ownTerms: winner?.ownTerms ?? [], customer };
  const circumstances = { brand, campaign: winner?.campaign, isSelfReferral, isUnreadable, ...applied };
  const earner = isFree(facts) ? undefined : creator;
  const earned = earner && newCommission(facts, { ...circumstances, creator: earner }, now);
  const settled = settledWith(facts, earned, paidAmount);
  const paidClick = winner?.click?.isPaid ? winner.reference : undefined;
  const suspect = { brand, creator, hasOwnMailbox: isSelfReferral, paidClick };
  const { commission, finding } = evaluateFraud(facts, settled, suspect, now);
  return {
    conversion: { ...facts, commissionId: commission?.id ?? null },
    items,
    commission,
    ...(finding && { finding }),
    ...(customerId !== null && { customerKey: customerKeyOf(brand.salt, customerId) }),
  };
}

const sortedEntries = (fields: object) =>
  Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Returns the same text for every spelling of an order. The text omits the time, which is compared on its own, because a retry without
 * it is recorded at another time.
 */
function meaningOf(order: ConversionInput, brand: Brand): string {
  const { currency: _, occurredAt: __, metadata = {}, clickId, trackingCode, ...others } = order;
  return JSON.stringify(
    sortedEntries({
      ...others,
      kind: order.kind ?? 'sale',
      ...presentMarks(marksOf(order)),
      ...meaningOfMoney(order, brand),
      items: lineItemsOf(order, currencyOf(order, brand)).items.map(sortedEntries),
      customerEmail: customerAddressOf(order) && normalizeEmail(customerAddressOf(order) ?? ''),
      metadata: sortedEntries(newAnnotations({ metadata }).metadata),
      discountCode: undefined,
      discountCodes: [...codesOf(order).keys()],
      references: [clickId, trackingCode].map((text) => normalizeReference(text)),
    }),
  );
}

const isSameTime = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

export const isSameOrder = (one: ConversionInput, other: ConversionInput, brand: Brand): boolean =>
  meaningOf(one, brand) === meaningOf(other, brand) && isSameTime(one.occurredAt, other.occurredAt);

/** Hashes the meaning of an order, so that a repeated order can be recognized although the request body is not stored. */
export const orderFingerprint = (order: ConversionInput, brand: Brand): string =>
  hashWithSalt(brand.salt, meaningOf(order, brand));

interface Recorded {
  readonly fingerprint: string;
  readonly occurredAt: string;
}

export const isRepeated = (order: ConversionInput, brand: Brand, recorded: Recorded): boolean =>
  orderFingerprint(order, brand) === recorded.fingerprint &&
  isSameTime(order.occurredAt, recorded.occurredAt);
