// Defines the input and the responses of the settings of a brand.
import * as z from 'zod';
import { planName } from '#lib/access/billing/rules/plans.ts';
import {
  auditAddresses,
  maxAttributionWindowDays,
  maxHoldDays,
  maxLandingHosts,
  maxUniqueClicksPerAddress,
} from '#lib/access/brands/rules/defaults.ts';
import { settingDescriptions } from '#lib/access/brands/rules/setting-descriptions.ts';
import { instant, timeZone } from '#lib/foundation/shared/date-schemas.ts';
import { displayText, nameInput } from '#lib/foundation/shared/display-text.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { currency, decimal, nonNegativeAmountInput } from '#lib/foundation/shared/money.ts';
import { rate, rateInput } from '#lib/foundation/shared/rates.ts';
import { hostPattern, httpsUrl } from '#lib/foundation/shared/urls.ts';
import { creatorMailsAnswer, creatorMailsChange } from './creator-mails.ts';
import { customerAttribution } from './customer-attribution.ts';
import { utm } from './default-utm.ts';
import { fraudRulesAnswer, fraudRulesChange } from './fraud-rules.ts';
import { linkDomainAnswer } from './link-domain.ts';
import { linkPrefix } from './link-prefix.ts';
import { payoutAccountAnswer, payoutAccountInput } from './payout-account.ts';
import { brandSlug, portalChanges, portalSettings } from './portal.ts';

const describe = <Schema extends z.ZodType>(name: keyof typeof settingDescriptions, schema: Schema): Schema =>
  schema.meta({ description: settingDescriptions[name] });

/** The settings that an operator can change, too. */
export const brandTerms = z.strictObject({
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
});
export type BrandTerms = z.output<typeof brandTerms>;

const linkTexts = z
  .strictObject({
    title: displayText(100).meta({ description: 'The heading of the page.' }),
    message: displayText(500).meta({ description: 'The text below the heading. It is plain text.' }),
  })
  .meta({ id: 'LinkTexts', description: 'The texts of the page of a tracking link that cannot redirect.' });

export const brandChanges = brandTerms
  .extend({
    name: describe('name', nameInput.optional()),
    landingUrl: describe('landingUrl', httpsUrl.nullable().optional()),
    linkTexts: describe('linkTexts', linkTexts.nullable().optional()),
    defaultUtm: describe('defaultUtm', utm.nullable().optional()),
    requireSecondFactor: describe('requireSecondFactor', z.boolean().optional()),
    auditAddresses: describe('auditAddresses', z.enum(auditAddresses).optional()),
    payoutMinimum: describe('payoutMinimum', nonNegativeAmountInput.optional()),
    customerAttribution: customerAttribution.optional(),
    creatorMails: creatorMailsChange.optional(),
    fraudRules: fraudRulesChange.optional(),
    slug: describe('slug', brandSlug.optional()),
    linkPrefix: describe('linkPrefix', linkPrefix.optional()),
    portal: portalChanges.optional(),
    payoutAccount: describe('payoutAccount', payoutAccountInput.nullable().optional()),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one setting')
  .meta({ id: 'BrandChanges', description: 'The settings to change.', minProperties: 1 });
export type BrandChanges = z.output<typeof brandChanges>;

export const brandAnswer = z
  .object({
    id: idSchema('brand'),
    name: describe('name', z.string()),
    currency: z.string().meta({ description: 'The ISO 4217 currency of all amounts. It never changes.' }),
    timezone: describe('timezone', z.string()),
    landingUrl: describe('landingUrl', z.string().nullable()),
    landingHosts: describe('landingHosts', z.array(z.string())),
    commission: describe('commission', rate),
    attributionWindowDays: describe('attributionWindowDays', z.int()),
    customerAttribution,
    holdDays: describe('holdDays', z.int()),
    holdAboveShare: describe('holdAboveShare', decimal),
    uniqueClicksPerAddress: describe('uniqueClicksPerAddress', z.int().nullable()),
    payoutMinimum: describe('payoutMinimum', decimal),
    payoutAccount: describe('payoutAccount', payoutAccountAnswer.nullable()),
    linkTexts: describe('linkTexts', linkTexts.nullable()),
    defaultUtm: describe('defaultUtm', utm.nullable()),
    requireSecondFactor: describe('requireSecondFactor', z.boolean()),
    auditAddresses: describe('auditAddresses', z.enum(auditAddresses)),
    creatorMails: creatorMailsAnswer,
    fraudRules: fraudRulesAnswer,
    ratesByAdminsOnly: describe('ratesByAdminsOnly', z.boolean()),
    slug: describe('slug', z.string()),
    linkPrefix: describe('linkPrefix', z.string().nullable()),
    linkDomain: describe('linkDomain', linkDomainAnswer.nullable()),
    portal: portalSettings,
    createdAt: instant,
  })
  .meta({ id: 'Brand', description: 'The brand of the caller, with its settings.' });

export const brandInput = z.strictObject({
  name: nameInput,
  email: emailAddress,
  plan: planName.default('starter'),
  currency: currency.default('USD'),
  landingUrl: httpsUrl.nullable().default(null),
});
export type BrandInput = z.output<typeof brandInput>;
