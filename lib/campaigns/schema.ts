// Defines the schemas of campaigns and their members: input, stored item and response.
import * as z from 'zod';
import { maxAttributionWindowDays } from '#lib/brands/rules/defaults.ts';
import { maxGraceDays } from '#lib/campaigns/rules/defaults.ts';
import { statisticsAnswer } from '#lib/click-statistics/schema.ts';
import { listQuerySchema, severalOf } from '#lib/contract/paging.ts';
import { day, instant } from '#lib/shared/date-schemas.ts';
import { nameInput } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, rateInput, storedRate } from '#lib/shared/rates.ts';
import { httpsUrl } from '#lib/shared/urls.ts';

export const campaignStatus = z.enum(['draft', 'active', 'paused', 'ended']);
export type CampaignStatus = z.output<typeof campaignStatus>;

const windowDays = () =>
  z
    .int()
    .min(1)
    .max(maxAttributionWindowDays)
    .meta({
      description:
        'The attribution window: the number of days after a click in which an order can be attributed to it. Defaults to the ' +
        'brand’s attribution window.',
    });

const firstDay = () => day.meta({ description: 'The first day of the campaign, in the brand’s time zone.' });
const lastDay = () => day.meta({ description: 'The last day of the campaign, in the brand’s time zone.' });

const graceDays = () =>
  z
    .int()
    .min(0)
    .max(maxGraceDays)
    .meta({
      description:
        'For this many days after its last day, orders by earlier clicks and discount codes still earn with the campaign. The ' +
        'last day is `endDate`, or the day on which the campaign was paused or ended, if that is earlier.',
    });

const fields = () => ({
  startDate: firstDay().nullable().optional(),
  endDate: lastDay().nullable().optional(),
  landingUrl: httpsUrl.nullable().optional(),
  commission: rateInput.nullable().optional(),
  attributionWindowDays: windowDays().nullable().optional(),
  graceDays: graceDays().nullable().optional(),
});

export const campaignInput = z.lazy(() =>
  z.strictObject({
    name: nameInput,
    status: z.enum(['draft', 'active']).default('draft'),
    ...fields(),
  }),
);
export type CampaignInput = z.output<typeof campaignInput>;

export const campaignChanges = z.lazy(() =>
  z
    .strictObject({ name: nameInput.optional(), status: campaignStatus.optional(), ...fields() })
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
    .meta({ minProperties: 1 }),
);
export type CampaignChanges = z.output<typeof campaignChanges>;

export const campaignFilterSets = { status: ['status?'] } as const;

export const campaignFilters = listQuerySchema(
  {
    status: z.lazy(() =>
      severalOf(campaignStatus, campaignStatus.options, 'Campaigns with one of these statuses.'),
    ),
  },
  campaignFilterSets,
);
export type CampaignFilters = z.output<typeof campaignFilters>;

export const storedCampaign = z.lazy(() =>
  z.object({
    id: idSchema('campaign'),
    brandId: idSchema('brand'),
    name: z.string(),
    status: campaignStatus,
    startDate: day.nullable(),
    endDate: day.nullable(),
    landingUrl: z.string().nullable(),
    commission: storedRate.nullable(),
    attributionWindowDays: z.int().nullable().default(null),
    graceDays: z.int().nonnegative().default(0),
    /** The instant at which the status left `active`. Null while it is `active`, and for a draft. */
    stoppedAt: instant.nullable().default(null),
    creatorsCount: z.int().nonnegative(),
    totalRevenue: minorUnits,
    totalOrders: z.int().default(0),
    commissionEarned: minorUnits.default(0),
    createdAt: instant,
    revision: z.int(),
  }),
);
export type Campaign = z.output<typeof storedCampaign>;

export const campaignAnswer = z.lazy(() =>
  z
    .object({
      id: idSchema('campaign'),
      name: z.string(),
      status: campaignStatus,
      isRunning: z.boolean().meta({
        description:
          'Whether the status is `active`, and today in the brand’s time zone is a day from `startDate` to `endDate`. Only a ' +
          'running campaign applies its rate and receives clicks and new orders, except during `graceDays`.',
      }),
      creatorsCount: z.int(),
      startDate: firstDay().nullable(),
      endDate: lastDay().nullable(),
      landingUrl: z.string().nullable(),
      commission: rate.nullable(),
      attributionWindowDays: z.int().nullable(),
      graceDays: graceDays(),
      totalRevenue: decimal,
      createdAt: instant,
    })
    .meta({ id: 'Campaign' }),
);

export const campaignStats = z.lazy(() =>
  z
    .object({
      ...statisticsAnswer.unwrap().pick({ from: true, to: true, timezone: true }).shape,
      clicks: z.int().nonnegative(),
      uniqueClicks: z.int().nonnegative(),
      orders: z.int().meta({ description: 'Orders that are not refunded in full.' }),
      netRevenue: decimal.meta({
        description: 'Commissionable amounts minus refunds, in the brand’s currency.',
      }),
      commission: decimal.meta({ description: 'Commissions that are not rejected or reversed.' }),
    })
    .meta({ id: 'CampaignStats' }),
);

export const member = z.lazy(() =>
  z
    .object({ affiliateId: idSchema('affiliate'), campaignId: idSchema('campaign'), joinedAt: instant })
    .meta({ id: 'CampaignMember' }),
);

export const memberFilters = listQuerySchema({});
