// Defines the statuses and the stored item of campaigns.
import * as z from 'zod';
import { customerAttribution } from '#lib/access/brands/schema/customer-attribution.ts';
import * as annotations from '#lib/foundation/shared/annotations.ts';
import { day, instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { pastValues } from '#lib/foundation/shared/past-values.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

export const campaignStatus = z.enum(['draft', 'active', 'paused', 'ended']).meta({
  description:
    '`draft`: not started. `active`: runs on its days. `paused`: can become active again. `ended`: final.',
});
export type CampaignStatus = z.output<typeof campaignStatus>;

export const storedCampaign = z.object({
  id: idSchema('campaign'),
  brandId: idSchema('brand'),
  name: z.string(),
  status: campaignStatus,
  pastStatuses: pastValues(campaignStatus),
  startDate: day.nullable(),
  endDate: day.nullable(),
  landingUrl: z.string().nullable(),
  commission: storedRate.nullable(),
  pastCommissions: pastValues(storedRate.nullable()),
  /** An order reads the terms of the campaign only if there are any. */
  hasTerms: z.literal(true).optional(),
  attributionWindowDays: z.int().nullable(),
  pastWindows: pastValues(z.int().nullable()),
  customerAttribution: customerAttribution.nullable(),
  graceDays: z.int().nonnegative(),
  ...annotations.storedAnnotations(),
  creatorsCount: z.int().nonnegative(),
  totalRevenue: minorUnits,
  totalOrders: z.int(),
  commissionEarned: minorUnits,
  createdAt: instant,
  revision: z.int(),
});
export type Campaign = z.output<typeof storedCampaign>;

/** Stored when a creator leaves a campaign. An order from before still earns with the campaign. */
export const storedFormerMember = z.object({ from: instant, to: instant });

export const member = z
  .object({ affiliateId: idSchema('affiliate'), campaignId: idSchema('campaign'), joinedAt: instant })
  .meta({ id: 'CampaignMember', description: 'A creator who takes part in a campaign.' });
export type Member = z.output<typeof member>;
