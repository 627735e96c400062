// Converts the terms of a stored brand to API responses. Separate, because the operator has no environment of a function.
import type { Brand } from '#lib/access/brands/schema.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate, presentRateValue } from '#lib/foundation/shared/rates.ts';

/** Lists the fields one by one, so that the salt is never shown. */
export const presentTerms = (brand: Brand) => ({
  holdDays: brand.holdDays,
  attributionWindowDays: brand.attributionWindowDays,
  customerAttribution: brand.customerAttribution,
  timezone: brand.timezone,
  ratesByAdminsOnly: brand.ratesByAdminsOnly,
  landingHosts: brand.landingHosts,
  uniqueClicksPerAddress: brand.uniqueClicksPerAddress,
  commission: presentRate(brand.commission, brand.currency),
  holdAboveShare: presentRateValue({ type: 'percentage', value: brand.holdAboveShare }, brand.currency),
  payoutMinimum: fromMinor(brand.payoutMinimum, brand.currency),
});
