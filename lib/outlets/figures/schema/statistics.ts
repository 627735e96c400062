// Defines the request and response schemas of click statistics.
import * as z from 'zod';
import type { FilterReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { day } from '#lib/foundation/shared/date-schemas.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { dimensions } from '#lib/outlets/figures/rules/figures.ts';
import { rangeOfDays } from './days.ts';
import { maxGroups } from './limits.ts';

export const statisticsGroups = ['day', 'affiliate', 'campaign', ...dimensions] as const;

export const statisticsQuery = z.strictObject({
  ...rangeOfDays,
  groupBy: z.enum(statisticsGroups).optional().meta({ description: 'Adds `groups` to the response.' }),
  affiliateId: idFilter.optional(),
  campaignId: idFilter.optional(),
});
export type StatisticsQuery = z.output<typeof statisticsQuery>;

const dayOfZone = day.meta({ description: 'A day in the time zone of the brand.' });
const clicks = z.int().nonnegative().meta({ description: 'Clicks that count.' });
const uniqueClicks = z
  .int()
  .nonnegative()
  .meta({ description: 'Counted clicks that are the first of a visitor on a tracking link on a UTC day.' });

const clicksOf = (description: string) => z.int().nonnegative().meta({ description });

const filteredClicks = z
  .object({
    bot: clicksOf('Clicks of search engines and other programs.'),
    preview: clicksOf('Requests of services that show a preview of the link.'),
    prefetch: clicksOf('Requests of browsers that load a page in advance.'),
    head: clicksOf('HEAD requests.'),
    inactive: clicksOf('Clicks while the creator was paused or banned.'),
    duplicate: clicksOf('Clicks of a visitor within an hour after a counted click.'),
    suspicious: clicksOf('Clicks of visitors beyond the unique clicks of one address.'),
  } satisfies Record<FilterReason, z.ZodType>)
  .meta({ id: 'FilteredClicks', description: 'Clicks that do not count, by reason.' });

const groupsOf = z.array(
  z.object({
    key: z
      .string()
      .nullable()
      .meta({
        description:
          'A day, the id of a creator, a campaign or a link, a country (ISO 3166-1 alpha-2), a device (mobile, tablet, desktop, ' +
          'other), a referrer host or a sub id. Null means none or, for a country, an unknown one. Clicks on the link with the ' +
          'tracking code have no link.',
      }),
    clicks,
    uniqueClicks,
  }),
);

export const statisticsAnswer = z
  .object({
    from: dayOfZone,
    to: dayOfZone,
    clicks,
    uniqueClicks,
    filtered: filteredClicks,
    days: z
      .array(
        z.object({
          date: dayOfZone,
          clicks,
          uniqueClicks,
        }),
      )
      .meta({ description: 'Every day of the range, also days without clicks.' }),
    affiliates: z
      .array(z.object({ affiliateId: idSchema('affiliate'), clicks }))
      .meta({ description: 'The ten creators with the most clicks.' }),
    groupBy: z
      .enum(statisticsGroups)
      .nullable()
      .meta({ description: 'The grouping of `groups`. Null without `groupBy`.' }),
    groups: groupsOf.nullable().meta({
      description: `At most ${maxGroups} groups, sorted by clicks in descending order. Days are complete and sorted by date.`,
    }),
    otherGroups: z.object({ clicks, uniqueClicks }).nullable().meta({
      description: 'The sum of all groups that `groups` does not contain. Null without `groupBy`.',
    }),
  })
  .meta({ id: 'ClickStatistics', description: 'The clicks of a range of days.' });

export const campaignStats = z
  .object({
    ...statisticsAnswer.pick({ from: true, to: true }).shape,
    clicks: z.int().nonnegative().meta({ description: 'Counted clicks from `from` to `to`.' }),
    uniqueClicks: z.int().nonnegative().meta({ description: 'Unique clicks from `from` to `to`.' }),
    orders: z.int().meta({ description: 'Orders that are not refunded in full.' }),
    netRevenue: decimal.meta({ description: 'Commissionable amounts minus refunds.' }),
    commission: decimal.meta({ description: 'Commissions that are not rejected or reversed.' }),
  })
  .meta({ id: 'CampaignStats', description: 'The clicks and the totals of a campaign.' });
