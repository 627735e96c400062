// Defines the schemas of stored visits, and of clicks that were logged because they could not be stored.

import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { devices, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import { type Click, parseEntries, type Visit, visitType } from '#lib/tracking/rules/visit.ts';

export const storedVisit = z.lazy(() =>
  z
    .object({
      type: z.literal(visitType),
      brandId: idSchema('brand'),
      affiliateId: idSchema('affiliate'),
      trackingCode: z.string(),
      visitor: z.string().optional(),
      beyond: z.literal(true).optional(),
      clicks: z.set(z.string()).nonempty(),
    })
    .transform(
      ({ visitor = null, beyond = false, clicks, brandId, affiliateId, trackingCode }): Visit => ({
        brandId,
        affiliateId,
        trackingCode,
        visitor,
        isOverflow: beyond,
        entries: parseEntries(clicks),
      }),
    ),
);

export const loggedClick = z.lazy(() =>
  z.object({
    id: idSchema('click'),
    token: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/),
    brandId: idSchema('brand'),
    affiliateId: idSchema('affiliate'),
    trackingCode: z.string().regex(trackingCodePattern),
    visitor: z.string().nullable(),
    campaignId: idSchema('campaign').nullable(),
    filtered: z.enum(filterReasons).exclude(['duplicate']).nullable(),
    device: z.enum(devices),
    country: z.string().nullable(),
    referrerHost: z.string().nullable(),
  }),
) satisfies z.ZodType<Click>;
