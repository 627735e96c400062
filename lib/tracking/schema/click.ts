// Clicks on tracking links: what goes in, what is stored, what is answered.
import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { filterReasons } from '#lib/tracking/rules/click-kinds.ts';

export const filterReason = z.enum(filterReasons);

export const trackingParams = z.strictObject({
  code: z.string().regex(trackingCodePattern, 'Tracking code not found'),
});

export const recordInput = z.lazy(() =>
  z
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
    .default({}),
);

/** The link is shared and decorated (`fbclid`, `utm_source`): what is not its own is let pass, and means nothing. */
export const linkQuery = z.looseObject({
  campaignId: idOf('campaign')
    .optional()
    .catch(undefined)
    .meta({ override: { type: 'string', description: 'The campaign whose landing page the link leads to' } }),
});

export const recordAnswer = z.lazy(() =>
  z
    .object({
      clickId: idOf('click'),
      affiliateId: idOf('affiliate'),
      trackingCode: z.string(),
      campaignId: idOf('campaign').nullable(),
      recordedAt: instant,
      counted: z.boolean(),
      reason: filterReason.nullable().meta({ description: 'Why it does not count; null when it does' }),
    })
    .meta({ id: 'Click' }),
);
