// A creator (affiliate): what goes in, what is stored, what comes out.
import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { email } from '#lib/auth/schema.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, rateInput, storedRate } from '#lib/shared/rates.ts';

export const affiliateStatus = z.enum(['invited', 'active', 'paused', 'banned']);
export type AffiliateStatus = z.output<typeof affiliateStatus>;

export const trackingCode = z.lazy(() =>
  z
    .string()
    .regex(trackingCodePattern, 'Must be 3 to 40 of A-Z, a-z, 0-9, _ and -')
    .meta({ example: 'ada-summer' }),
);

const name = z.lazy(() => z.string().trim().min(1).max(200));

/** A transaction has room for 100 writes; each campaign takes two. */
const maxCampaignsOfInvite = 20;

export const inviteInput = z.lazy(() =>
  z.strictObject({
    email,
    name: name.optional(),
    trackingCode: trackingCode.optional().meta({ description: 'Generated where it is absent' }),
    commissionOverride: rateInput.nullable().optional(),
    campaignIds: z
      .array(idOf('campaign'))
      .max(maxCampaignsOfInvite)
      .refine((ids) => new Set(ids).size === ids.length, 'Must not name a campaign twice')
      .optional()
      .meta({ description: 'Campaigns that the creator joins' }),
  }),
);
export type InviteInput = z.output<typeof inviteInput>;

export const affiliateChanges = z.lazy(() =>
  z
    .strictObject({
      status: affiliateStatus.optional(),
      commissionOverride: rateInput.nullable().optional(),
      name: name.optional(),
    })
    .refine(
      (changes) => Object.keys(changes).length > 0,
      'Must have at least one of status, commissionOverride, name',
    )
    .meta({ minProperties: 1 }),
);
export type AffiliateChanges = z.output<typeof affiliateChanges>;

export const affiliateFilters = listQuerySchema({ status: affiliateStatus.optional() });

export const storedAffiliate = z.lazy(() =>
  z.object({
    id: idOf('affiliate'),
    brandId: idOf('brand'),
    name: z.string(),
    email: z.string(),
    status: affiliateStatus,
    trackingCode: z.string(),
    commissionOverride: storedRate.nullable(),
    totalRevenue: minorUnits,
    totalOrders: z.int(),
    commissionEarned: minorUnits,
    createdAt: instant,
    /** Counts the changes made by hand, so that two of them cannot overwrite each other unseen. */
    revision: z.int(),
  }),
);
export type Affiliate = z.output<typeof storedAffiliate>;

/** What a tracking code leads to: read by clicks, which know no brand yet. Its status follows the creator's. */
export const storedTrackingTarget = z.lazy(() =>
  z.object({
    brandId: idOf('brand'),
    affiliateId: idOf('affiliate'),
    trackingCode: z.string(),
    status: affiliateStatus,
  }),
);
export type TrackingTarget = z.output<typeof storedTrackingTarget>;

export const affiliateAnswer = z.lazy(() =>
  z
    .object({
      id: idOf('affiliate'),
      name: z.string().meta({ description: 'Empty until someone gives one' }),
      email: z.string(),
      status: affiliateStatus,
      trackingCode: z.string(),
      commissionOverride: rate.nullable(),
      totalRevenue: decimal,
      totalOrders: z.int(),
      commissionEarned: decimal,
      createdAt: instant,
    })
    .meta({ id: 'Affiliate' }),
);
