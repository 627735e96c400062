// What an order becomes: a conversion, and the commission of the creator that it is attributed to. Nothing is written here.
import { normalizeEmail } from '#lib/auth/schema.ts';
import { saltedHash, saltOf } from '#lib/brands/salt.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { newCommission } from '#lib/commissions/rules.ts';
import type { Commission } from '#lib/commissions/schema.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { toMinor } from '#lib/shared/money.ts';
import { attribute } from './attribution.ts';
import { candidatesOf, type Found } from './references.ts';
import type { Conversion, ConversionInput } from './schema.ts';

/** A conversion that could be written. */
export interface Draft {
  readonly conversion: Conversion;
  readonly commission: Commission | undefined;
  /** Of the body, salted: whoever sends the same order again sends the same. */
  readonly fingerprint: string;
  /** What was read for it. */
  readonly found: Found;
}

/** An order may not have been made later than this from now: clocks of shops differ. */
const skewMilliseconds = 5 * 60_000;

/** Refuses what a schema cannot: 400s that name the field. */
export function checkOrder({ amount, currency, occurredAt }: ConversionInput, brand: Brand, now: Date): void {
  toMinor(amount, brand.currency, 'amount');
  if (currency !== undefined && currency !== brand.currency) {
    throw invalidField('currency', `Must be ${brand.currency}, the brand’s currency`);
  }
  if (occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + skewMilliseconds) {
    throw invalidField('occurredAt', 'Must not be in the future');
  }
}

export async function draftConversion(
  order: ConversionInput,
  brand: Brand,
  found: Found,
  now: Date,
): Promise<Draft> {
  const { orderId, customerEmail, customerId = null, items = [] } = order;
  const salt = await saltOf(brand);
  const hashOf = (email: string) => saltedHash(salt, normalizeEmail(email));
  const customerHash = customerEmail === undefined ? null : hashOf(customerEmail);
  const occurredAt = order.occurredAt ?? now.toISOString();
  const { receipt, winner } = attribute(candidatesOf(brand, order, found), new Date(occurredAt));
  const creator = winner?.affiliate;
  const facts = {
    id: newId('conversion', now),
    brandId: brand.id,
    orderId,
    amount: toMinor(order.amount, brand.currency, 'amount'),
    refundedAmount: 0,
    currency: brand.currency,
    affiliateId: creator?.id ?? null,
    campaignId: winner?.campaign?.id ?? null,
    discountId: winner?.discountId ?? null,
    receipt,
    customerId,
    customerHash,
    items,
    occurredAt,
    createdAt: now.toISOString(),
    isAdjusted: false,
    revision: 0,
  };
  const isSelfReferral = creator !== undefined && customerHash === hashOf(creator.email);
  const commission =
    creator && newCommission(facts, { brand, creator, campaign: winner?.campaign, isSelfReferral }, now);
  const conversion = { ...facts, commissionId: commission?.id ?? null };
  return { conversion, commission, fingerprint: await fingerprintOf(order, { ...brand, salt }), found };
}

/** Of all that the body says, in one order; an amount is the same however it is written. */
export async function fingerprintOf(order: ConversionInput, brand: Brand): Promise<string> {
  const said = { ...order, amount: toMinor(order.amount, brand.currency, 'amount') };
  const sorted = Object.entries(said).sort(([one], [other]) => (one < other ? -1 : 1));
  return saltedHash(await saltOf(brand), JSON.stringify(sorted));
}
