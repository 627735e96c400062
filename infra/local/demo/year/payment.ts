// Gives the brand an account, and most of its creators payment details that a payout file can use.
import { composeIBAN } from 'ibantools';
import { forEachItem } from '#infra/local/demo/brand.ts';
import { brandChanges } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { payoutDetailsInput } from '#lib/money/payment-details/schema/input.ts';
import { setDetails } from '#lib/money/payment-details/store/details.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

const bankCode = '37040044';
const everyNthWithPaypal = 4;
const everyNthWithout = 14;

/** Returns a valid test IBAN, whose account number is this number. */
const ibanOf = (account: number): string | null =>
  composeIBAN({ countryCode: 'DE', bban: `${bankCode}${String(account).padStart(10, '0')}` });

/** Undefined for a creator without details. Files of SEPA have Latin letters only. */
function detailsOf({ name, email }: Affiliate, index: number) {
  if (index % everyNthWithout === everyNthWithout - 1) return undefined;
  const hasPaypal = index % everyNthWithPaypal === everyNthWithPaypal - 1 || !/^\p{Script=Latin}/u.test(name);
  return hasPaypal ? { type: 'paypal', email } : { type: 'sepa', name, iban: ibanOf(532_013_001 + index) };
}

export async function writePaymentDetails(brand: Brand, affiliates: readonly Affiliate[], brandAt: Date) {
  const payoutAccount = { iban: ibanOf(532_013_000), name: brand.name, bic: 'COBADEFFXXX' };
  await changeSettings(brand.id, brandChanges.parse({ payoutAccount }), brandAt);
  const secret = await paymentSecret();
  const active = affiliates.filter(({ status }) => status === 'active');
  await forEachItem([...active.entries()], async ([index, affiliate]) => {
    const details = detailsOf(affiliate, index);
    if (details === undefined) return;
    const owner = { brandId: brand.id, affiliateId: affiliate.id };
    const input = payoutDetailsInput.parse(details);
    await setDetails(owner, { input, by: 'brand', secret }, new Date(affiliate.createdAt));
  });
}
