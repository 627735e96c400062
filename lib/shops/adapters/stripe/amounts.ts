// Converts Stripe's integers to minor units (https://docs.stripe.com/currencies#special-cases).
import { divideRounded, minorDigits } from '#lib/foundation/shared/money.ts';

/** Stripe counts these currencies in other units than ISO 4217: hundredths of ISK and UGX, and whole MGA. */
const stripeDigits: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

export function minorOfStripe(amount: number, currency: string): number {
  const digits = stripeDigits[currency] ?? minorDigits(currency);
  const scaled = BigInt(amount) * 10n ** BigInt(minorDigits(currency));
  return divideRounded(scaled, 10n ** BigInt(digits));
}
