// Defines the schemas of brands: input, stored item and terms.
import * as z from 'zod';
import { email } from '#lib/auth/schema.ts';
import { planName, subscriptionStatus } from '#lib/billing/rules/plans.ts';
import {
  defaultAttributionWindowDays,
  defaultHoldAboveShare,
  defaultHoldDays,
  defaultTimezone,
  defaultUniqueClicksPerAddress,
  maxAttributionWindowDays,
  maxHoldDays,
  maxUniqueClicksPerAddress,
} from '#lib/brands/rules/defaults.ts';
import { instant, timeZone } from '#lib/shared/date-schemas.ts';
import { nameInput } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { currency } from '#lib/shared/money.ts';
import { rateInput, storedRate } from '#lib/shared/rates.ts';
import { hostPattern, httpsUrl } from '#lib/shared/urls.ts';

/** The link reads all hosts with each target. */
const maxLandingHosts = 50;

export const storedBrand = z.lazy(() =>
  z.object({
    id: idSchema('brand'),
    name: z.string(),
    email: z.string(),
    currency: z.string(),
    landingUrl: z.string().nullable(),
    /** The IANA time zone of the days of campaigns. */
    timezone: z.string().default(defaultTimezone),
    plan: planName,
    subscriptionStatus,
    commission: storedRate,
    attributionWindowDays: z.int().default(defaultAttributionWindowDays),
    holdDays: z.int().default(defaultHoldDays),
    /** In hundredths of a percent of the order. A larger commission is held for review. */
    holdAboveShare: z.int().default(defaultHoldAboveShare),
    pastHoldDays: z.array(z.object({ days: z.int(), until: instant })).default([]),
    /** Only admins can change rates. By default, members can as well. */
    ratesByAdminsOnly: z.boolean().default(false),
    /** The hosts that landing pages may have (lib/brands/rules/landing-hosts.ts). Empty for every public host. */
    landingHosts: z.array(z.string()).default([]),
    /** Null for no limit. */
    uniqueClicksPerAddress: z.int().nullable().default(defaultUniqueClicksPerAddress),
    salt: z.string().optional(),
    createdAt: instant,
  }),
);
export type Brand = z.output<typeof storedBrand>;

export const brandTerms = z.lazy(() =>
  z.strictObject({
    holdDays: z.int().min(0).max(maxHoldDays).optional(),
    attributionWindowDays: z.int().min(1).max(maxAttributionWindowDays).optional(),
    commission: rateInput.optional(),
    timezone: timeZone.optional(),
    ratesByAdminsOnly: z.boolean().optional(),
    landingHosts: z.array(hostPattern).max(maxLandingHosts).optional(),
    holdAboveShare: z.number().min(0).max(100).optional(),
    uniqueClicksPerAddress: z.int().min(1).max(maxUniqueClicksPerAddress).nullable().optional(),
  }),
);
export type BrandTerms = z.output<typeof brandTerms>;

export const brandInput = z.lazy(() =>
  z.strictObject({
    name: nameInput,
    email,
    plan: planName.default('starter'),
    currency: currency.default('USD'),
    landingUrl: httpsUrl.nullable().default(null),
  }),
);
export type BrandInput = z.output<typeof brandInput>;
