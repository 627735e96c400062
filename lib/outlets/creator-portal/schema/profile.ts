// Defines the profile and the statistics of a creator, as the creator sees them.
import * as z from 'zod';
import { brandSlug, portalSettings } from '#lib/access/brands/schema/portal.ts';
import { modes } from '#lib/foundation/contract/mode.ts';
import { nameInput } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { rate } from '#lib/foundation/shared/rates.ts';
import { httpsUrl } from '#lib/foundation/shared/urls.ts';
import { rangeOfDays } from '#lib/outlets/figures/schema/days.ts';
import { maxGroups } from '#lib/outlets/figures/schema/limits.ts';
import { affiliateAnswer, affiliateChanges } from '#lib/program/affiliates/schema/endpoints.ts';
import { presentedTerms } from '#lib/program/terms/schema/endpoints.ts';
import { maxOwnCampaigns, ownCampaign } from './campaigns.ts';

export const currency = z
  .string()
  .meta({ description: 'The ISO 4217 currency of all amounts.', example: 'USD' });

const ownBrand = z
  .object({
    name: z.string().meta({ description: 'The name of the brand.' }),
    slug: brandSlug.meta({ description: 'The slug of the brand.', example: 'acme' }),
    timezone: z.string().meta({ description: 'The IANA time zone of the days of statistics.' }),
    logoUrl: portalSettings.shape.logoUrl,
    color: portalSettings.shape.color,
    supportEmail: portalSettings.shape.supportEmail,
    creatorLinks: z.boolean().meta({ description: 'Whether an active creator can create links.' }),
    landingUrl: z.string().nullable().meta({
      description:
        'The page to which the link leads without a campaign. Null for none: the link shows an error.',
      example: 'https://acme.test/',
    }),
    landingHosts: z.array(z.string()).meta({
      description: 'The hosts of pages to which links can lead. `*.` stands for all below.',
      example: ['acme.test', '*.acme.test'],
    }),
  })
  .meta({ id: 'PortalBrand', description: 'The brand of a creator.' });

const ownTerms = z
  .object({
    rate: rate.meta({ description: 'The rate of an order without a campaign.' }),
    details: presentedTerms.nullable().meta({
      description: 'Rates by product, tiers and caps. Null if the simple rate applies.',
    }),
    holdDays: z.int().meta({ description: 'Days from an order until its commission is approved.' }),
    attributionWindowDays: z
      .int()
      .meta({ description: 'Days after a click in which an order counts for it.' }),
  })
  .meta({ id: 'OwnTerms', description: 'The terms that apply to later orders of the creator.' });

export const profileAnswer = affiliateAnswer
  .pick({
    id: true,
    name: true,
    email: true,
    status: true,
    trackingCode: true,
    link: true,
    profileUrl: true,
    language: true,
    mails: true,
    createdAt: true,
  })
  .extend({
    mode: z
      .enum(modes)
      .meta({ description: '`test` for a creator of the test data, where nothing is real.' }),
    currency,
    brand: ownBrand,
    terms: ownTerms,
    campaigns: z.array(ownCampaign).meta({
      description: `The running campaigns of the creator, among the newest ${maxOwnCampaigns} active ones of the brand.`,
    }),
  })
  .meta({ id: 'CreatorProfile', description: 'The creator of the session.' });

export const profileChanges = z
  .strictObject({
    status: z.literal('active').optional().meta({
      description: 'Accepts the invitation of an `invited` creator. Changes nothing for an `active` one.',
    }),
    name: nameInput.optional(),
    profileUrl: httpsUrl.nullable().optional().meta({
      description: 'The public page of the creator, such as a profile in a social network. Null for none.',
    }),
    language: affiliateChanges.shape.language,
    mails: affiliateChanges.shape.mails.meta({ description: 'The e-mails that the creator receives.' }),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({
    id: 'CreatorProfileChanges',
    description: 'The fields of the profile to change.',
    minProperties: 1,
  });

export const ownStatisticsQuery = z.strictObject(rangeOfDays);

const figures = {
  clicks: z.int().nonnegative().meta({ description: 'Clicks that count.' }),
  uniqueClicks: z
    .int()
    .nonnegative()
    .meta({ description: 'Clicks that are the first of a visitor on a day.' }),
  orders: z.int().meta({ description: 'Orders, also those that were refunded.' }),
  revenue: decimal.meta({ description: 'The net revenue: orders minus refunds.' }),
  commission: decimal.meta({ description: 'Commission that is pending, approved or paid.' }),
};

const day = z.string().meta({ description: 'A day in the time zone of the brand.', example: '2026-11-22' });

export const ownStatisticsAnswer = z
  .object({
    from: day,
    to: day,
    currency,
    totals: z.object(figures).meta({ description: 'The sums of all days.' }),
    days: z
      .array(z.object({ date: day, ...figures }))
      .meta({ description: 'One entry for each day. Refunds count on their own day.' }),
    links: z.array(z.object({ linkId: idSchema('link'), clicks: figures.clicks })).meta({
      description: `The ${maxGroups} further links with the most clicks. The other clicks of \`totals\` came by other links.`,
    }),
  })
  .meta({ id: 'CreatorStatistics', description: 'Clicks and orders of a creator by day.' });
