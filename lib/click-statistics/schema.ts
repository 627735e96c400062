// What statistics are asked by, and what they answer.
import * as z from 'zod';
import { day } from '#lib/shared/date-schemas.ts';
import { idFilter, idOf } from '#lib/shared/ids.ts';
import { isTimeZone } from '#lib/shared/time-zones.ts';
import { exactVisitors, standardErrorOfVisitors as standardError } from '#lib/tracking/rules/click-kinds.ts';
import { filterReason } from '#lib/tracking/schema/click.ts';

export const maxDaysOfStatistics = 366;
export const defaultDaysOfStatistics = 30;
/** So many groups are answered; days are all. */
export const maxGroups = 100;
export const rankedAffiliates = 10;

/** Long before any click, and long after year 0, before which 30 days can no longer be written as `YYYY-MM-DD`. */
const firstDay = '1970-01-01';
const dayOfClicks = day
  .refine((date) => date >= firstDay, `Must not be before ${firstDay}`)
  .meta({ description: 'A day of the time zone' });

export const statisticsGroups = ['day', 'affiliate', 'campaign', 'country', 'device', 'referrer'] as const;

export const statisticsQuery = z.strictObject({
  from: dayOfClicks.optional(),
  to: dayOfClicks.optional(),
  timezone: z
    .string()
    .refine(isTimeZone, 'Must be the name of a time zone in the IANA database, as Europe/Berlin or UTC')
    .default('UTC')
    .meta({
      description: 'Whose days they are: a name of the IANA time zone database',
      example: 'Europe/Berlin',
    }),
  groupBy: z.enum(statisticsGroups).optional(),
  affiliateId: idFilter.optional(),
  campaignId: idFilter.optional(),
});
export type StatisticsQuery = z.output<typeof statisticsQuery>;

const dayOfZone = day.meta({ description: 'A day of the time zone' });
const amount = z.int().nonnegative();

const groupsOf = z.lazy(() =>
  z.array(
    z.object({
      key: z
        .string()
        .nullable()
        .meta({
          description:
            'A day, an id, a country (ISO 3166-1 alpha-2), a device (mobile, tablet, desktop, other), the host of a referrer; ' +
            'null: no campaign, an unknown country, no referrer',
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
        description: 'Of each visitor on each tracking code, the first click of a UTC day',
      }),
      uniqueVisitors: amount.meta({
        description:
          'Of each visitor, on whichever tracking code, the first click of a UTC day: the sum of the days. Exact of a creator; ' +
          `else exact up to ${exactVisitors} visitors of a UTC day, and beyond an estimate with a standard error of ` +
          `${(standardError * 100).toFixed(1)} %`,
      }),
      filtered: z.record(filterReason, amount).meta({ description: 'Clicks that do not count, by why' }),
      days: z.array(
        z.object({ date: dayOfZone, clicks: amount, uniqueClicks: amount, uniqueVisitors: amount }),
      ),
      affiliates: z
        .array(z.object({ affiliateId: idOf('affiliate'), clicks: amount }))
        .meta({ description: 'The ten with the most clicks' }),
      groupBy: z.enum(statisticsGroups).nullable(),
      groups: groupsOf.nullable().meta({
        description: `Those with the most clicks first, at most ${maxGroups}; days in their order, all`,
      }),
      otherGroups: z.object({ clicks: amount, uniqueClicks: amount }).nullable().meta({
        description: 'All groups together that are not among `groups`; null without `groupBy`',
      }),
    })
    .meta({ id: 'ClickStatistics' }),
);
