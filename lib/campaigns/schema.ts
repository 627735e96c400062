// A campaign and its members: what goes in, what is stored, what comes out.
import * as z from 'zod';
import { maxAttributionWindowDays } from '#lib/brands/rules/defaults.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { day, instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, rateInput, storedRate } from '#lib/shared/rates.ts';
import { httpsUrl } from '#lib/shared/urls.ts';

export const campaignStatus = z.enum(['draft', 'active', 'paused', 'ended']);
export type CampaignStatus = z.output<typeof campaignStatus>;

const name = z.lazy(() => z.string().trim().min(1).max(200));

const windowDays = () =>
  z.int().min(1).max(maxAttributionWindowDays).meta({
    description: 'Days after a click in which an order may still be its; the brand’s own, without this',
  });

const fields = () => ({
  startDate: day.nullable().optional(),
  endDate: day.nullable().optional(),
  landingUrl: httpsUrl.nullable().optional(),
  commission: rateInput.nullable().optional(),
  attributionWindowDays: windowDays().nullable().optional(),
});

export const campaignInput = z.lazy(() =>
  z.strictObject({
    name,
    status: z.enum(['draft', 'active']).default('draft'),
    ...fields(),
  }),
);
export type CampaignInput = z.output<typeof campaignInput>;

export const campaignChanges = z.lazy(() =>
  z
    .strictObject({ name: name.optional(), status: campaignStatus.optional(), ...fields() })
    .refine((changes) => Object.keys(changes).length > 0, 'Must have at least one field to change')
    .meta({ minProperties: 1 }),
);
export type CampaignChanges = z.output<typeof campaignChanges>;

export const campaignFilters = listQuerySchema({ status: campaignStatus.optional() });

export const storedCampaign = z.lazy(() =>
  z.object({
    id: idOf('campaign'),
    brandId: idOf('brand'),
    name: z.string(),
    status: campaignStatus,
    startDate: day.nullable(),
    endDate: day.nullable(),
    landingUrl: z.string().nullable(),
    commission: storedRate.nullable(),
    attributionWindowDays: z.int().nullable().default(null),
    creatorsCount: z.int().nonnegative(),
    totalRevenue: minorUnits,
    createdAt: instant,
    /** Counts the changes made by hand, so that two of them cannot overwrite each other unseen. */
    revision: z.int(),
  }),
);
export type Campaign = z.output<typeof storedCampaign>;

export const campaignAnswer = z.lazy(() =>
  z
    .object({
      id: idOf('campaign'),
      name: z.string(),
      status: campaignStatus,
      creatorsCount: z.int(),
      startDate: day.nullable(),
      endDate: day.nullable(),
      landingUrl: z.string().nullable(),
      commission: rate.nullable(),
      attributionWindowDays: z.int().nullable(),
      totalRevenue: decimal,
      createdAt: instant,
    })
    .meta({ id: 'Campaign' }),
);

/** A creator's place in a campaign, as stored and as answered. */
export const member = z.lazy(() =>
  z
    .object({ affiliateId: idOf('affiliate'), campaignId: idOf('campaign'), joinedAt: instant })
    .meta({ id: 'CampaignMember' }),
);
