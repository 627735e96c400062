// Clicks on tracking links: what goes in, what is stored, what the statistics answer.
import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/tracking-code.ts';
import { day, instant } from '#lib/shared/date-schemas.ts';
import { idFilter, idOf } from '#lib/shared/ids.ts';
import { isTimeZone } from '#lib/shared/time-zones.ts';
import { devices, exactVisitors, filterReasons, standardErrorOfVisitors as standardError } from './kinds.ts';
import { type Click, entriesOf, type Visit, visitType } from './visit.ts';

export const filterReason = z.enum(filterReasons);

export const trackingParams = z.strictObject({
  code: z.string().regex(trackingCodePattern, 'Tracking code not found'),
});

export const recordInput = z
  .strictObject({
    campaignId: idOf('campaign').optional(),
    visitorId: z.string().min(1).max(128).optional().meta({
      description:
        'Your own id of the visitor: repeats of a visitor are told by it. Without one every click counts',
    }),
    userAgent: z.string().max(1024).optional().meta({ description: 'The visitor’s: bots are told by it' }),
    referrer: z.string().max(2048).optional().meta({ description: 'Its host is kept, nothing else of it' }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Must be two capital letters, ISO 3166-1 alpha-2')
      .optional()
      .meta({ description: 'The visitor’s', example: 'DE' }),
  })
  .default({});

/** The link is shared and decorated (`fbclid`, `utm_source`): what is not its own is let pass, and means nothing. */
export const linkQuery = z.looseObject({
  campaignId: idOf('campaign')
    .optional()
    .catch(undefined)
    .meta({ override: { type: 'string', description: 'The campaign whose landing page the link leads to' } }),
});

export const recordAnswer = z
  .object({
    clickId: idOf('click'),
    affiliateId: idOf('affiliate'),
    trackingCode: z.string(),
    campaignId: idOf('campaign').nullable(),
    recordedAt: instant,
    counted: z.boolean(),
    reason: filterReason.nullable().meta({ description: 'Why it does not count; null when it does' }),
  })
  .meta({ id: 'Click' });

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

const groupsOf = z.array(
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
);

export const statisticsAnswer = z
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
  .meta({ id: 'ClickStatistics' });

/** A visit as it is stored. */
export const storedVisit = z
  .object({
    type: z.literal(visitType),
    brandId: idOf('brand'),
    affiliateId: idOf('affiliate'),
    trackingCode: z.string(),
    /** A hash; absent where nothing tells who it was. */
    visitor: z.string().optional(),
    beyond: z.literal(true).optional(),
    /** As lib/clicks/visit.ts writes and reads them. */
    clicks: z.set(z.string()).nonempty(),
  })
  .transform(
    ({ visitor = null, beyond = false, clicks, brandId, affiliateId, trackingCode }): Visit => ({
      brandId,
      affiliateId,
      trackingCode,
      visitor,
      isBeyond: beyond,
      entries: entriesOf(clicks),
    }),
  );

/** A click that could not be stored, as it stands in the log: to be stored from there. */
export const loggedClick = z.object({
  id: idOf('click'),
  token: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/),
  brandId: idOf('brand'),
  affiliateId: idOf('affiliate'),
  trackingCode: z.string().regex(trackingCodePattern),
  visitor: z.string().nullable(),
  campaignId: idOf('campaign').nullable(),
  filtered: filterReason.exclude(['duplicate']).nullable(),
  device: z.enum(devices),
  country: z.string().nullable(),
  referrerHost: z.string().nullable(),
}) satisfies z.ZodType<Click>;
