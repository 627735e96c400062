// A brand: the account that everything else belongs to.
import * as z from 'zod';
import { email } from '#lib/auth/schema.ts';
import { planName, subscriptionStatus } from '#lib/billing/rules/plans.ts';
import {
  defaultAttributionWindowDays,
  defaultHoldDays,
  maxAttributionWindowDays,
  maxHoldDays,
} from '#lib/brands/rules/defaults.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { currency } from '#lib/shared/money.ts';
import { rateInput, storedRate } from '#lib/shared/rates.ts';
import { httpsUrl } from '#lib/shared/urls.ts';

export const storedBrand = z.object({
  id: idOf('brand'),
  name: z.string(),
  email: z.string(),
  currency: z.string(),
  /** Where tracking links lead that no campaign leads elsewhere. */
  landingUrl: z.string().nullable(),
  plan: planName,
  subscriptionStatus,
  /** What creators earn that neither an override nor a campaign says otherwise for. */
  commission: storedRate,
  attributionWindowDays: z.int().default(defaultAttributionWindowDays),
  holdDays: z.int().default(defaultHoldDays),
  /** What it was before, and until when: commissions of those days are held as it was then. */
  pastHoldDays: z.array(z.object({ days: z.int(), until: instant })).default([]),
  /** What customers are hashed with; absent until it is needed for the first time (lib/brands/rules/customer-salt.ts). */
  salt: z.string().optional(),
  createdAt: instant,
});
export type Brand = z.output<typeof storedBrand>;

/** What a brand's creators work on; what is left out stays as it is. */
export const brandTerms = z.lazy(() =>
  z.strictObject({
    holdDays: z.int().min(0).max(maxHoldDays).optional(),
    attributionWindowDays: z.int().min(1).max(maxAttributionWindowDays).optional(),
    commission: rateInput.optional(),
  }),
);
export type BrandTerms = z.output<typeof brandTerms>;

export const brandInput = z.lazy(() =>
  z.strictObject({
    name: z.string().trim().min(1).max(200),
    email,
    plan: planName.default('starter'),
    currency: currency.default('USD'),
    landingUrl: httpsUrl.nullable().default(null),
  }),
);
export type BrandInput = z.output<typeof brandInput>;
