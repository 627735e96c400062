// Defines the input and the responses of the endpoints of campaigns.
import * as z from 'zod';
import { maxAttributionWindowDays } from '#lib/access/brands/rules/defaults.ts';
import { customerAttribution } from '#lib/access/brands/schema/customer-attribution.ts';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import * as annotations from '#lib/foundation/shared/annotations.ts';
import { day, dayInput, instant } from '#lib/foundation/shared/date-schemas.ts';
import { nameInput } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { rate, rateInput } from '#lib/foundation/shared/rates.ts';
import { landingUrl } from '#lib/foundation/shared/urls.ts';
import { maxGraceDays } from '#lib/program/campaigns/rules/defaults.ts';
import { campaignStatus } from '#lib/program/campaigns/schema.ts';

const windowDays = () =>
  z.int().min(1).max(maxAttributionWindowDays).meta({
    description: 'Days after a click in which an order can be attributed to it. Null for those of the brand.',
  });

const ofCustomers = {
  description:
    'For how long later orders of customers who were bound through the campaign are attributed. Null for the setting of the brand.',
};

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
  customerAttribution: customerAttribution.nullable().optional().meta(ofCustomers),
  graceDays: graceDays().nullable().optional(),
});

export const campaignInput = z
  .strictObject({
    name: nameInput,
    status: z.enum(['draft', 'active']).default('draft').meta({ description: 'The first status.' }),
    ...fields(),
    ...annotations.annotationInput(),
  })
  .meta({ id: 'CampaignInput', description: 'A campaign to create.' });
export type CampaignInput = z.output<typeof campaignInput>;

export const campaignChanges = z
  .strictObject({
    name: nameInput.optional(),
    status: campaignStatus.optional(),
    ...fields(),
    ...annotations.annotationChanges(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({ id: 'CampaignChanges', description: 'The fields of a campaign to change.', minProperties: 1 });
export type CampaignChanges = z.output<typeof campaignChanges>;

export const campaignFilterSets = { status: ['status?'], externalId: ['externalId'] } as const;

export const campaignFilters = listQuerySchema(
  {
    status: severalOf(campaignStatus, campaignStatus.options, 'Campaigns with one of these statuses.'),
    externalId: annotations.externalId.optional(),
  },
  campaignFilterSets,
);
export type CampaignFilters = z.output<typeof campaignFilters>;

export const campaignAnswer = z
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
    customerAttribution: customerAttribution.nullable().meta(ofCustomers),
    graceDays: graceDays(),
    ...annotations.annotationAnswer(),
    totalRevenue: decimal.meta({ description: 'The net revenue of the campaign’s orders.' }),
    createdAt: instant.meta({ description: 'When the campaign was created.' }),
  })
  .meta({ id: 'Campaign', description: 'A part of the program, with members.' });

export const memberFilters = listQuerySchema({});
