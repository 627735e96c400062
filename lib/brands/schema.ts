// Defines the schemas of brands: input, stored item and terms.
import * as z from 'zod';
import { email } from '#lib/auth/schema.ts';
import { planName, subscriptionStatus } from '#lib/billing/rules/plans.ts';
import {
  auditAddresses,
  maxAttributionWindowDays,
  maxHoldDays,
  maxLandingHosts,
  maxUniqueClicksPerAddress,
} from '#lib/brands/rules/defaults.ts';
import { settingDescriptions } from '#lib/brands/rules/setting-descriptions.ts';
import { instant, timeZone } from '#lib/shared/date-schemas.ts';
import { displayText, nameInput } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { storedListSpread } from '#lib/shared/list-spread-schema.ts';
import { currency, decimal, minorUnits, nonNegativeAmountInput } from '#lib/shared/money.ts';
import { rate, rateInput, storedRate } from '#lib/shared/rates.ts';
import { hostPattern, httpsUrl } from '#lib/shared/urls.ts';
import { twinFields } from '#lib/test-mode/schema/stored.ts';

export const storedBrand = z.lazy(() =>
  z.object({
    id: idSchema('brand'),
    name: z.string(),
    email: z.string(),
    currency: z.string(),
    landingUrl: z.string().nullable(),
    /** The IANA time zone of the days of campaigns. */
    timezone: z.string(),
    plan: planName,
    subscriptionStatus,
    commission: storedRate,
    attributionWindowDays: z.int(),
    holdDays: z.int(),
    /** In hundredths of a percent of the order. A larger commission is held for review. */
    holdAboveShare: z.int(),
    pastHoldDays: z.array(z.object({ days: z.int(), until: instant })),
    /** Only admins can change rates. By default, members can as well. */
    ratesByAdminsOnly: z.boolean(),
    /** The hosts that landing pages may have (lib/brands/rules/landing-hosts.ts). Empty for every public host. */
    landingHosts: z.array(z.string()),
    /** Null for no limit. */
    uniqueClicksPerAddress: z.int().nullable(),
    /** In minor units. A payout without a minimum of its own uses it. */
    payoutMinimum: minorUnits,
    /** Title and message of links that cannot redirect. A list, because the client of the link reads no maps. */
    linkTexts: z.array(z.string()).nullable(),
    /** Users without a second factor can only turn one on. */
    requireSecondFactor: z.boolean(),
    auditAddresses: z.enum(auditAddresses),
    requestsPerMinute: z.int().nullable(),
    listSpread: storedListSpread.optional(),
    salt: z.string(),
    createdAt: instant,
    ...twinFields(),
    /** For optimistic locking of the settings. Plan and subscription status do not increment it. */
    revision: z.int(),
  }),
);
export type Brand = z.output<typeof storedBrand>;

const describe = <Schema extends z.ZodType>(name: keyof typeof settingDescriptions, schema: Schema): Schema =>
  schema.meta({ description: settingDescriptions[name] });

/** The settings that an operator can change, too. */
export const brandTerms = z.lazy(() =>
  z.strictObject({
    holdDays: describe('holdDays', z.int().min(0).max(maxHoldDays).optional()),
    attributionWindowDays: describe(
      'attributionWindowDays',
      z.int().min(1).max(maxAttributionWindowDays).optional(),
    ),
    commission: describe('commission', rateInput.optional()),
    timezone: describe('timezone', timeZone.optional()),
    ratesByAdminsOnly: describe('ratesByAdminsOnly', z.boolean().optional()),
    landingHosts: describe('landingHosts', z.array(hostPattern).max(maxLandingHosts).optional()),
    holdAboveShare: describe('holdAboveShare', z.number().min(0).max(100).optional()),
    uniqueClicksPerAddress: describe(
      'uniqueClicksPerAddress',
      z.int().min(1).max(maxUniqueClicksPerAddress).nullable().optional(),
    ),
  }),
);
export type BrandTerms = z.output<typeof brandTerms>;

const linkTexts = z.lazy(() =>
  z
    .strictObject({
      title: displayText(100).meta({ description: 'The heading of the page.' }),
      message: displayText(500).meta({ description: 'The text below the heading. It is plain text.' }),
    })
    .meta({ id: 'LinkTexts', description: 'The texts of the page of a tracking link that cannot redirect.' }),
);

export const brandChanges = z.lazy(() =>
  brandTerms
    .unwrap()
    .extend({
      name: describe('name', nameInput.optional()),
      landingUrl: describe('landingUrl', httpsUrl.nullable().optional()),
      linkTexts: describe('linkTexts', linkTexts.nullable().optional()),
      requireSecondFactor: describe('requireSecondFactor', z.boolean().optional()),
      auditAddresses: describe('auditAddresses', z.enum(auditAddresses).optional()),
      payoutMinimum: describe('payoutMinimum', nonNegativeAmountInput.optional()),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one setting')
    .meta({ id: 'BrandChanges', description: 'The settings to change.', minProperties: 1 }),
);
export type BrandChanges = z.output<typeof brandChanges>;

export const brandAnswer = z.lazy(() =>
  z
    .object({
      id: idSchema('brand'),
      name: describe('name', z.string()),
      currency: z.string().meta({ description: 'The ISO 4217 currency of all amounts. It never changes.' }),
      timezone: describe('timezone', z.string()),
      landingUrl: describe('landingUrl', z.string().nullable()),
      landingHosts: describe('landingHosts', z.array(z.string())),
      commission: describe('commission', rate),
      attributionWindowDays: describe('attributionWindowDays', z.int()),
      holdDays: describe('holdDays', z.int()),
      holdAboveShare: describe('holdAboveShare', decimal),
      uniqueClicksPerAddress: describe('uniqueClicksPerAddress', z.int().nullable()),
      payoutMinimum: describe('payoutMinimum', decimal),
      linkTexts: describe('linkTexts', linkTexts.nullable()),
      requireSecondFactor: describe('requireSecondFactor', z.boolean()),
      auditAddresses: describe('auditAddresses', z.enum(auditAddresses)),
      ratesByAdminsOnly: describe('ratesByAdminsOnly', z.boolean()),
      createdAt: instant,
    })
    .meta({ id: 'Brand', description: 'The brand of the caller, with its settings.' }),
);

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
