// Defines the request and response schemas of clicks on tracking links.
import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { filterReasons } from '#lib/tracking/rules/click-kinds.ts';

export const filterReason = z.enum(filterReasons);

export const trackingParams = z.strictObject({
  code: z.string().regex(trackingCodePattern, 'Tracking code not found'),
});

export const recordInput = z.lazy(() =>
  z
    .strictObject({
      campaignId: idSchema('campaign')
        .optional()
        .meta({
          description:
            'Campaign of the click. If it is not running, the click counts for the creator without the campaign, and the response ' +
            'has `campaignId: null`.',
        }),
      visitorId: z.string().min(1).max(128).optional().meta({
        description:
          'Your id of the visitor, used to detect duplicate clicks. Without it, every click counts as a new visitor.',
      }),
      userAgent: z
        .string()
        .max(1024)
        .optional()
        .meta({ description: 'User agent of the visitor, used to detect bots and the device.' }),
      referrer: z
        .string()
        .max(2048)
        .optional()
        .meta({ description: 'URL of the referring page. Only its host is stored.' }),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 country code in capital letters, such as DE')
        .optional()
        .meta({ description: 'Country of the visitor (ISO 3166-1 alpha-2).', example: 'DE' }),
    })
    .default({}),
);

/** Other services add parameters to links (`fbclid`, `utm_source`), so unknown parameters are ignored. */
export const linkQuery = z.looseObject({
  campaignId: idSchema('campaign')
    .optional()
    .catch(undefined)
    .meta({
      override: {
        type: 'string',
        description:
          'Campaign whose landing page the link redirects to. The click counts for the campaign while it is running. An ' +
          'invalid id and an unknown campaign are ignored. The landing page of a draft is never used.',
      },
    }),
});

export const recordAnswer = z.lazy(() =>
  z
    .object({
      clickId: idSchema('click'),
      affiliateId: idSchema('affiliate'),
      trackingCode: z.string(),
      campaignId: idSchema('campaign').nullable(),
      recordedAt: instant,
      counted: z.boolean(),
      reason: filterReason
        .nullable()
        .meta({ description: 'Why the click does not count; null if it counts.' }),
    })
    .meta({ id: 'Click' }),
);
