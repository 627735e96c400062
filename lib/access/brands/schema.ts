// Defines the schema of stored brands.
import * as z from 'zod';
import { planName, subscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { auditAddresses } from '#lib/access/brands/rules/defaults.ts';
import type { FraudRules } from '#lib/access/brands/rules/fraud-rules.ts';
import type { CreatorMails } from '#lib/access/brands/schema/creator-mails.ts';
import { customerAttribution } from '#lib/access/brands/schema/customer-attribution.ts';
import type { PortalSettings } from '#lib/access/brands/schema/portal.ts';
import { twinFields } from '#lib/access/test-mode/schema/stored.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import type { LinkDomain } from '#lib/foundation/shared/link-domain.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { pastValues } from '#lib/foundation/shared/past-values.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

/** Such settings are checked when they are set. Every function reads brands, so that their schema is small. */
interface PayoutAccount {
  readonly iban: string;
  readonly name: string;
  readonly bic?: string | undefined;
}

/** Schemas are shared, because each slows down the cold start of every function. */
const text = z.string();
const count = z.int();
const optionalCount = count.nullable();
const optionalTexts = z.array(text).nullable();

export const storedBrand = z.object({
  id: idSchema('brand'),
  name: text,
  email: text,
  currency: text,
  landingUrl: text.nullable(),
  /** The IANA time zone of the days of campaigns, statistics and reports. */
  timezone: text,
  pastTimezones: pastValues(text),
  plan: planName,
  subscriptionStatus,
  commission: storedRate,
  pastCommissions: pastValues(storedRate),
  /** An order reads the terms of the brand only if there are any. */
  hasTerms: z.literal(true).optional(),
  attributionWindowDays: count,
  pastWindows: pastValues(count),
  customerAttribution,
  holdDays: count,
  /** In hundredths of a percent of the order. A larger commission is held for review. */
  holdAboveShare: count,
  pastHoldDays: z.array(z.object({ days: count, until: instant })),
  /** Only admins can change rates. By default, members can as well. */
  ratesByAdminsOnly: z.boolean(),
  /** The hosts that landing pages may have (lib/access/brands/rules/landing-hosts.ts). Empty for every public host. */
  landingHosts: z.array(text),
  /** Null for no limit. */
  uniqueClicksPerAddress: optionalCount,
  /** In minor units. A payout without a minimum of its own uses it. */
  payoutMinimum: minorUnits,
  /** The account of SEPA files. */
  payoutAccount: z.custom<PayoutAccount | null>().default(null),
  /** Title and message of links that cannot redirect. A list, because the client of the link reads no maps. */
  linkTexts: optionalTexts,
  /** Values of utm parameters (lib/access/brands/rules/utm.ts). */
  defaultUtm: optionalTexts.default(null),
  /** Users without a second factor can only turn one on. */
  requireSecondFactor: z.boolean(),
  auditAddresses: z.enum(auditAddresses),
  /** Absent for the default. */
  creatorMails: z.custom<CreatorMails>().optional(),
  /** Absent while all rules are off. */
  fraudRules: z.custom<FraudRules>().optional(),
  /** Stands before the tracking codes of links. Absent while codes are unique over all brands. */
  linkPrefix: text.optional(),
  linkDomain: z.custom<LinkDomain>().optional(),
  requestsPerMinute: optionalCount,
  /** The name of the brand in addresses of the portal, unique in the service. A test twin has that of its brand. */
  slug: text,
  portal: z.custom<PortalSettings>(),
  salt: text,
  createdAt: instant,
  ...twinFields(),
  /** For optimistic locking of the settings. Plan and subscription status do not increment it. */
  revision: count,
});
export type Brand = z.output<typeof storedBrand>;
