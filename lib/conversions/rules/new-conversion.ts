// Validates an order and creates its conversion and commission.
import { hashWithSalt, type SaltedBrand } from '#lib/brands/rules/customer-salt.ts';
import { listedId } from '#lib/brands/rules/list-spread.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { newCommission } from '#lib/commissions/rules/terms.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import type { Warning } from '#lib/contract/warning.ts';
import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import { newAnnotations } from '#lib/shared/annotations.ts';
import { normalizeEmail } from '#lib/shared/email-addresses.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { toMinor } from '#lib/shared/money.ts';
import { attribute, type Candidate, clockSkewMilliseconds } from './attribution.ts';
import { canonicalAddress } from './canonical-address.ts';
import { customerAddressOf } from './customer-email.ts';
import { customerKeyOf } from './list-keys.ts';

export interface NewConversion {
  readonly conversion: Conversion;
  readonly commission: Commission | undefined;
  /** Finds the conversions of the customer. Absent without a `customerId`. */
  readonly customerKey?: string;
}

export interface DryRunResult extends NewConversion {
  readonly warnings: readonly Warning[];
  readonly isRepeat: boolean;
  readonly isRecorded: boolean;
}

export function checkOrder(order: ConversionInput, brand: Brand, now: Date): void {
  const { currency, occurredAt } = order;
  // Check the currency first, because it determines how many decimals an amount may have.
  if (currency !== undefined && currency !== brand.currency) {
    throw invalidField('currency', `Must be ${brand.currency}, the brand’s currency`);
  }
  amountsOf(order, brand);
  if (occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + clockSkewMilliseconds) {
    throw invalidField('occurredAt', 'Must not be in the future');
  }
}

/** Converts the amounts of an order to minor units. Throws a 400 if an amount is invalid. */
function amountsOf({ amount, items = [] }: ConversionInput, { currency }: Brand) {
  return {
    amount: toMinor(amount, currency, 'amount'),
    items: items.map(({ price, ...item }, index) =>
      price === undefined ? item : { ...item, price: toMinor(price, currency, `items.${index}.price`) },
    ),
  };
}

export const orderTime = ({ occurredAt }: Pick<ConversionInput, 'occurredAt'>, now: Date): Date =>
  occurredAt === undefined ? now : new Date(occurredAt);

export function newConversion(
  order: ConversionInput,
  brand: SaltedBrand,
  candidates: readonly Candidate[],
  now: Date,
  ulid = newId('conversion', now),
): NewConversion {
  const { orderId, customerId = null } = order;
  const customerEmail = customerAddressOf(order);
  const customerHash =
    customerEmail === undefined ? null : hashWithSalt(brand.salt, normalizeEmail(customerEmail));
  const orderedAt = orderTime(order, now);
  const { receipt, winner } = attribute(candidates, orderedAt);
  const creator = winner?.affiliate;
  const facts = {
    id: listedId(ulid, brand, now),
    brandId: brand.id,
    orderId,
    ...amountsOf(order, brand),
    refundedAmount: 0,
    currency: brand.currency,
    affiliateId: creator?.id ?? null,
    campaignId: winner?.campaign?.id ?? null,
    discountId: winner?.discountId ?? null,
    receipt,
    ...newAnnotations(order),
    customerId,
    customerHash,
    occurredAt: orderedAt.toISOString(),
    createdAt: now.toISOString(),
    revision: 0,
  };
  const isSelfReferral =
    creator !== undefined &&
    customerEmail !== undefined &&
    canonicalAddress(customerEmail) === canonicalAddress(creator.email);
  const commission =
    creator && newCommission(facts, { brand, creator, campaign: winner?.campaign, isSelfReferral }, now);
  return {
    conversion: { ...facts, commissionId: commission?.id ?? null },
    commission,
    ...(customerId !== null && { customerKey: customerKeyOf(brand.salt, customerId) }),
  };
}

const sortedEntries = (fields: object) =>
  Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));

/** Sorts the fields, so that equal orders produce equal JSON. */
const canonicalJson = ({ metadata, ...order }: ConversionInput): string =>
  JSON.stringify(sortedEntries({ ...order, ...(metadata && { metadata: sortedEntries(metadata) }) }));

export const isSameOrder = (one: ConversionInput, other: ConversionInput): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** Hashes an order, so that a repeated order can be recognized although the request body is not stored. */
export const orderFingerprint = (order: ConversionInput, brand: SaltedBrand): string =>
  hashWithSalt(brand.salt, canonicalJson(order));
