// Defines the campaigns of a creator, as the creator sees them.
import * as z from 'zod';
import { day as calendarDay } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { rate } from '#lib/foundation/shared/rates.ts';

/** The newest running campaigns. */
export const maxOwnCampaigns = 50;

export const ownCampaign = z
  .object({
    id: idSchema('campaign'),
    name: z.string().meta({ description: 'The name of the campaign.' }),
    rate: rate.meta({ description: 'The rate of an order in the campaign.' }),
    hasDetails: z.boolean().meta({ description: 'Whether products, customers or limits have other rates.' }),
    link: z.url().meta({
      description: 'The tracking link of the creator for the campaign.',
      example: 'https://api.example.com/v1/tracking/ref/ada-summer?campaignId=cmp_01JD3X8F2Q0000000000000000',
    }),
    endDate: calendarDay.nullable().meta({ description: 'The last day of the campaign. Null for none.' }),
  })
  .meta({ id: 'OwnCampaign', description: 'A running campaign of which the creator is a member.' });
