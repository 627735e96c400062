// Defines the request and response schemas of click statistics.
import * as z from 'zod';
import { day, timeZone } from '#lib/shared/date-schemas.ts';
import { idFilter, idSchema } from '#lib/shared/ids.ts';
import { maxExactVisitors, visitorStandardError as standardError } from '#lib/tracking/rules/click-kinds.ts';
import { filterReason } from '#lib/tracking/schema/click.ts';

export const maxDaysOfStatistics = 366;
export const defaultDaysOfStatistics = 30;
export const maxGroups = 100;
export const rankedAffiliates = 10;

/** No click is earlier. This minimum keeps the default `from`, 29 days before `to`, a valid `YYYY-MM-DD` date. */
const firstDay = '1970-01-01';
const dayOfClicks = day
  .refine((date) => date >= firstDay, `Must not be before ${firstDay}`)
  .meta({ description: 'Day in the time zone `timezone`' });

export const statisticsGroups = ['day', 'affiliate', 'campaign', 'country', 'device', 'referrer'] as const;

export const statisticsQuery = z.strictObject({
  from: dayOfClicks.optional(),
  to: dayOfClicks.optional(),
  timezone: timeZone
    .default('UTC')
    .meta({ description: 'IANA time zone of the days', example: 'Europe/Berlin' }),
  groupBy: z.enum(statisticsGroups).optional(),
  affiliateId: idFilter.optional(),
  campaignId: idFilter.optional(),
});
export type StatisticsQuery = z.output<typeof statisticsQuery>;

const dayOfZone = day.meta({ description: 'Day in the time zone `timezone`' });
const amount = z.int().nonnegative();

const groupsOf = z.lazy(() =>
  z.array(
    z.object({
      key: z
        .string()
        .nullable()
        .meta({
          description:
            'A day, the id of a creator or a campaign, a country (ISO 3166-1 alpha-2), a device (mobile, tablet, desktop, ' +
            'other) or a referrer host. Null means no campaign, an unknown country or no referrer.',
        }),
      clicks: amount,
      uniqueClicks: amount,
    }),
  ),
);

export const statisticsAnswer = z.lazy(() =>
  z
    .object({
      from: dayOfZone,
      to: dayOfZone,
      timezone: z.string().meta({ example: 'Europe/Berlin' }),
      clicks: amount,
      uniqueClicks: amount.meta({
        description: 'Counted clicks that are the first of a visitor on a tracking code on a UTC day.',
      }),
      uniqueVisitors: amount.meta({
        description:
          'Distinct visitors of each UTC day on all tracking codes, summed over the days. Exact for a creator. Otherwise exact ' +
          `for up to ${maxExactVisitors} visitors of a UTC day; larger numbers are estimates with a standard error of ` +
          `${(standardError * 100).toFixed(1)} %.`,
      }),
      filtered: z.record(filterReason, amount).meta({ description: 'Clicks that do not count, by reason.' }),
      days: z.array(
        z.object({ date: dayOfZone, clicks: amount, uniqueClicks: amount, uniqueVisitors: amount }),
      ),
      affiliates: z
        .array(z.object({ affiliateId: idSchema('affiliate'), clicks: amount }))
        .meta({ description: 'The ten creators with the most clicks.' }),
      groupBy: z.enum(statisticsGroups).nullable(),
      groups: groupsOf.nullable().meta({
        description: `At most ${maxGroups} groups, sorted by clicks in descending order. Days are complete and sorted by date.`,
      }),
      otherGroups: z.object({ clicks: amount, uniqueClicks: amount }).nullable().meta({
        description: 'Sum of all groups that `groups` does not contain; null without `groupBy`.',
      }),
    })
    .meta({ id: 'ClickStatistics' }),
);
