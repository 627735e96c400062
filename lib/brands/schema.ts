// Defines the schema of stored brands.
import * as z from 'zod';
import { planName, subscriptionStatus } from '#lib/billing/rules/plans.ts';
import {
  auditAddresses,
  defaultAttributionWindowDays,
  defaultHoldAboveShare,
  defaultHoldDays,
  defaultTimezone,
  defaultUniqueClicksPerAddress,
} from '#lib/brands/rules/defaults.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { minorUnits } from '#lib/shared/money.ts';
import { storedRate } from '#lib/shared/rates.ts';
import { twinFields } from '#lib/test-mode/schema/stored.ts';

export const storedBrand = z.object({
  id: idSchema('brand'),
  name: z.string(),
  email: z.string(),
  currency: z.string(),
  landingUrl: z.string().nullable(),
  /** The IANA time zone of the days of campaigns, statistics and reports. */
  timezone: z.string().default(defaultTimezone),
  pastTimezones: z.array(z.object({ timezone: z.string(), until: instant })).default([]),
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
  /** In minor units. A payout without a minimum of its own uses it. */
  payoutMinimum: minorUnits.default(0),
  /** Title and message of links that cannot redirect. A list, because the client of the link reads no maps. */
  linkTexts: z.array(z.string()).nullable().default(null),
  /** Users without a second factor can only turn one on. */
  requireSecondFactor: z.boolean().default(false),
  auditAddresses: z.enum(auditAddresses).default('hashed'),
  requestsPerMinute: z.int().nullable().default(null),
  salt: z.string().optional(),
  createdAt: instant,
  ...twinFields(),
  /** For optimistic locking of the settings. Plan and subscription status do not increment it. */
  revision: z.int().default(0),
});
export type Brand = z.output<typeof storedBrand>;
