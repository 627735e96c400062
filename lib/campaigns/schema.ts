// Defines the schemas of campaigns and their members: input, stored item and response.
import * as z from 'zod';
import { maxAttributionWindowDays } from '#lib/brands/rules/defaults.ts';
import { maxGraceDays } from '#lib/campaigns/rules/defaults.ts';
import { listQuerySchema, severalOf } from '#lib/contract/paging.ts';
import * as annotations from '#lib/shared/annotations.ts';
import { day, dayInput, instant } from '#lib/shared/date-schemas.ts';
import { nameInput } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, rateInput, storedRate } from '#lib/shared/rates.ts';
import { landingUrl } from '#lib/shared/urls.ts';

export const campaignStatus = z.enum(['draft', 'active', 'paused', 'ended']).meta({
  description:
    '`draft`: not started. `active`: runs on its days. `paused`: can become active again. `ended`: final.',
});
export type CampaignStatus = z.output<typeof campaignStatus>;

const windowDays = () =>
  z.int().min(1).max(maxAttributionWindowDays).meta({
    description: 'Days after a click in which an order can be attributed to it. Null for those of the brand.',
  });

const firstDay = { description: 'The first day of the campaign, in the brand’s time zone.' };
const lastDay = { description: 'The last day of the campaign, in the brand’s time zone.' };

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

const landingPage =
  'The landing page of its links, an https URL with a public host. Null for that of the brand. In test mode, it can also be ' +
  '`http://localhost` or `http://127.0.0.1`, with any port.';
const ownRate = 'The rate of the campaign. Null for that of the brand.';

const fields = () => ({
  startDate: dayInput.meta(firstDay).nullable().optional(),
  endDate: dayInput.meta(lastDay).nullable().optional(),
  landingUrl: landingUrl.nullable().optional().meta({ description: landingPage }),
  commission: rateInput.nullable().optional().meta({ description: ownRate }),
  attributionWindowDays: windowDays().nullable().optional(),
  graceDays: graceDays().nullable().optional(),
});

export const campaignInput = z.lazy(() =>
  z
    .strictObject({
      name: nameInput,
      status: z.enum(['draft', 'active']).default('draft').meta({ description: 'The first status.' }),
      ...fields(),
      ...annotations.annotationInput(),
    })
    .meta({ id: 'CampaignInput', description: 'A campaign to create.' }),
);
export type CampaignInput = z.output<typeof campaignInput>;

export const campaignChanges = z.lazy(() =>
  z
    .strictObject({
      name: nameInput.optional(),
      status: campaignStatus.optional(),
      ...fields(),
      ...annotations.annotationChanges(),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
    .meta({ id: 'CampaignChanges', description: 'The fields of a campaign to change.', minProperties: 1 }),
);
export type CampaignChanges = z.output<typeof campaignChanges>;

export const campaignFilterSets = { status: ['status?'], externalId: ['externalId'] } as const;

export const campaignFilters = listQuerySchema(
  {
    status: z.lazy(() =>
      severalOf(campaignStatus, campaignStatus.options, 'Campaigns with one of these statuses.'),
    ),
    externalId: z.lazy(() => annotations.externalId.optional()),
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
    attributionWindowDays: z.int().nullable(),
    graceDays: z.int().nonnegative(),
    /** The instant at which the status left `active`. Null while it is `active`, and for a draft. */
    stoppedAt: instant.nullable(),
    ...annotations.storedAnnotations(),
    creatorsCount: z.int().nonnegative(),
    totalRevenue: minorUnits,
    totalOrders: z.int(),
    commissionEarned: minorUnits,
    createdAt: instant,
    revision: z.int(),
  }),
);
export type Campaign = z.output<typeof storedCampaign>;

export const campaignAnswer = z.lazy(() =>
  z
    .object({
      id: idSchema('campaign'),
      name: z.string().meta({ description: 'The name of the campaign.' }),
      status: campaignStatus,
      isRunning: z.boolean().meta({
        description:
          'Whether the status is `active`, and today in the brand’s time zone is a day from `startDate` to `endDate`. Only a ' +
          'running campaign applies its rate and receives clicks and new orders, except during `graceDays`.',
      }),
      creatorsCount: z.int().meta({ description: 'The number of its members.' }),
      startDate: day.meta(firstDay).nullable(),
      endDate: day.meta(lastDay).nullable(),
      landingUrl: z.string().nullable().meta({ description: landingPage }),
      commission: rate.nullable().meta({ description: ownRate }),
      attributionWindowDays: windowDays().nullable(),
      graceDays: graceDays(),
      ...annotations.annotationAnswer(),
      totalRevenue: decimal.meta({ description: 'The net revenue of the campaign’s orders.' }),
      createdAt: instant.meta({ description: 'When the campaign was created.' }),
    })
    .meta({ id: 'Campaign', description: 'A part of the program, with members.' }),
);

export const member = z.lazy(() =>
  z
    .object({ affiliateId: idSchema('affiliate'), campaignId: idSchema('campaign'), joinedAt: instant })
    .meta({ id: 'CampaignMember', description: 'A creator who takes part in a campaign.' }),
);

export const memberFilters = listQuerySchema({});
