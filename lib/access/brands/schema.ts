// Defines the schema of stored brands.
import * as z from 'zod';
import { planName, subscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { auditAddresses } from '#lib/access/brands/rules/defaults.ts';
import { customerAttribution } from '#lib/access/brands/schema/customer-attribution.ts';
import { storedPortal } from '#lib/access/brands/schema/stored-portal.ts';
import { brandMailKinds } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { twinFields } from '#lib/access/test-mode/schema/stored.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { pastValues } from '#lib/foundation/shared/past-values.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

export const storedBrand = z.object({
  id: idSchema('brand'),
  name: z.string(),
  email: z.string(),
  currency: z.string(),
  landingUrl: z.string().nullable(),
  /** The IANA time zone of the days of campaigns, statistics and reports. */
  timezone: z.string(),
  pastTimezones: pastValues(z.string()),
  plan: planName,
  subscriptionStatus,
  commission: storedRate,
  pastCommissions: pastValues(storedRate),
  /** An order reads the terms of the brand only if there are any. */
  hasTerms: z.literal(true).optional(),
  attributionWindowDays: z.int(),
  pastWindows: pastValues(z.int()),
  customerAttribution,
  holdDays: z.int(),
  /** In hundredths of a percent of the order. A larger commission is held for review. */
  holdAboveShare: z.int(),
  pastHoldDays: z.array(z.object({ days: z.int(), until: instant })),
  /** Only admins can change rates. By default, members can as well. */
  ratesByAdminsOnly: z.boolean(),
  /** The hosts that landing pages may have (lib/access/brands/rules/landing-hosts.ts). Empty for every public host. */
  landingHosts: z.array(z.string()),
  /** Null for no limit. */
  uniqueClicksPerAddress: z.int().nullable(),
  /** In minor units. A payout without a minimum of its own uses it. */
  payoutMinimum: minorUnits,
  /** The account of SEPA files. */
  payoutAccount: z
    .object({ iban: z.string(), name: z.string(), bic: z.string().optional() })
    .nullable()
    .default(null),
  /** Title and message of links that cannot redirect. A list, because the client of the link reads no maps. */
  linkTexts: z.array(z.string()).nullable(),
  /** Users without a second factor can only turn one on. */
  requireSecondFactor: z.boolean(),
  auditAddresses: z.enum(auditAddresses),
  /** Absent for the default. */
  creatorMails: z
    .object({ enabled: z.boolean(), replyTo: z.string().nullable(), off: z.array(z.enum(brandMailKinds)) })
    .optional(),
  requestsPerMinute: z.int().nullable(),
  /** The name of the brand in addresses of the portal, unique in the service. A test twin has that of its brand. */
  slug: z.string(),
  portal: storedPortal,
  salt: z.string(),
  createdAt: instant,
  ...twinFields(),
  /** For optimistic locking of the settings. Plan and subscription status do not increment it. */
  revision: z.int(),
});
export type Brand = z.output<typeof storedBrand>;
