// Clicks on tracking links: what goes in, what is stored, what the statistics answer.
import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/tracking-code.ts';
import { day, instant } from '#lib/shared/date-schemas.ts';
import { idFilter, idOf } from '#lib/shared/ids.ts';

/** Why a click does not count: each is kept and counted as filtered. */
export const filterReason = z.enum(['bot', 'duplicate', 'inactive']);
export type FilterReason = z.output<typeof filterReason>;

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
    referrer: z.string().max(2048).optional(),
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

/** Long before any click, and long after year 0, before which 30 days can no longer be written as `YYYY-MM-DD`. */
const firstDay = '1970-01-01';
const dayOfClicks = day.refine((date) => date >= firstDay, `Must not be before ${firstDay}`);

export const statisticsQuery = z.strictObject({
  from: dayOfClicks.optional(),
  to: dayOfClicks.optional(),
  affiliateId: idFilter.optional(),
  campaignId: idFilter.optional(),
});
export type StatisticsQuery = z.output<typeof statisticsQuery>;

export const statisticsAnswer = z
  .object({
    from: day,
    to: day,
    clicks: z.int(),
    uniqueClicks: z
      .int()
      .meta({ description: 'Of each visitor on each tracking code, the first click of a day' }),
    filtered: z.object({ bot: z.int(), duplicate: z.int(), inactive: z.int() }),
    days: z.array(z.object({ date: day, clicks: z.int(), uniqueClicks: z.int() })),
    affiliates: z
      .array(z.object({ affiliateId: idOf('affiliate'), clicks: z.int() }))
      .meta({ description: 'The ten with the most clicks' }),
  })
  .meta({ id: 'ClickStatistics' });

/** A click as stored, once and for good. `visitor`: a hash, null where nothing tells who it was. */
export const storedClick = z.object({
  type: z.literal('click'),
  id: idOf('click'),
  brandId: idOf('brand'),
  affiliateId: idOf('affiliate'),
  trackingCode: z.string(),
  campaignId: idOf('campaign').nullable(),
  visitor: z.string().nullable(),
  recordedAt: instant,
  /** What kept it from counting; a repeat on a followed link is told by its visit alone. */
  filtered: filterReason.nullable(),
  referrerHost: z.string().nullable(),
});
export type Click = z.output<typeof storedClick>;

/** A visitor's last click on a code that counted. While it is younger than an hour, others are repeats of it. */
export const storedVisit = z.object({
  type: z.literal('visit'),
  clickId: idOf('click'),
  brandId: idOf('brand'),
  affiliateId: idOf('affiliate'),
  campaignId: idOf('campaign').nullable(),
  recordedAt: instant,
});
export type Visit = z.output<typeof storedVisit>;
