// What an order becomes: a conversion, and the commission of the creator that it is attributed to. Nothing is written here.
import { normalizeEmail } from '#lib/auth/schema.ts';
import { type SaltedBrand, hashWithSalt } from '#lib/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { newCommission } from '#lib/commissions/rules/terms.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { toMinor } from '#lib/shared/money.ts';
import type { ItemBatch } from '#lib/table/keys/item.ts';
import { attribute, skewMilliseconds } from './attribution.ts';
import { candidatesOf } from './references.ts';

/** A conversion that could be written. */
export interface Draft {
  readonly conversion: Conversion;
  readonly commission: Commission | undefined;
  /** Of the body, salted: whoever sends the same order again sends the same. */
  readonly fingerprint: string;
  /** What was read for it. */
  readonly found: ItemBatch;
}

/** Refuses what a schema cannot: 400s that name the field. */
export function checkOrder(order: ConversionInput, brand: Brand, now: Date): void {
  const { currency, occurredAt } = order;
  // First: how many decimals an amount may have follows from it.
  if (currency !== undefined && currency !== brand.currency) {
    throw invalidField('currency', `Must be ${brand.currency}, the brand’s currency`);
  }
  amountsOf(order, brand);
  if (occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + skewMilliseconds) {
    throw invalidField('occurredAt', 'Must not be in the future');
  }
}

/** Its amounts in minor units. */
function amountsOf({ amount, items = [] }: ConversionInput, { currency }: Brand) {
  return {
    amount: toMinor(amount, currency, 'amount'),
    items: items.map(({ price, ...item }, index) =>
      price === undefined ? item : { ...item, price: toMinor(price, currency, `items.${index}.price`) },
    ),
  };
}

/** `brand` has its salt. */
export function draftConversion(
  order: ConversionInput,
  brand: SaltedBrand,
  found: ItemBatch,
  now: Date,
  id = newId('conversion', now),
): Draft {
  const { orderId, customerEmail, customerId = null } = order;
  const hashOf = (email: string) => hashWithSalt(brand.salt, normalizeEmail(email));
  const customerHash = customerEmail === undefined ? null : hashOf(customerEmail);
  const occurredAt = order.occurredAt ?? now.toISOString();
  const { receipt, winner } = attribute(candidatesOf(brand, order, found), new Date(occurredAt));
  const creator = winner?.affiliate;
  const facts = {
    id,
    brandId: brand.id,
    orderId,
    ...amountsOf(order, brand),
    refundedAmount: 0,
    currency: brand.currency,
    affiliateId: creator?.id ?? null,
    campaignId: winner?.campaign?.id ?? null,
    discountId: winner?.discountId ?? null,
    receipt,
    customerId,
    customerHash,
    occurredAt,
    createdAt: now.toISOString(),
    revision: 0,
  };
  const isSelfReferral = creator !== undefined && customerHash === hashOf(creator.email);
  const commission =
    creator && newCommission(facts, { brand, creator, campaign: winner?.campaign, isSelfReferral }, now);
  const conversion = { ...facts, commissionId: commission?.id ?? null };
  return { conversion, commission, fingerprint: fingerprintOf(order, brand), found };
}

/** All that the body says, in one order; an amount is the same however it is written. */
const textOf = (order: ConversionInput): string =>
  JSON.stringify(Object.entries(order).sort(([one], [other]) => (one < other ? -1 : 1)));

export const isSameOrder = (one: ConversionInput, other: ConversionInput): boolean =>
  textOf(one) === textOf(other);

export const fingerprintOf = (order: ConversionInput, brand: SaltedBrand): string =>
  hashWithSalt(brand.salt, textOf(order));
