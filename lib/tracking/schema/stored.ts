// Schemas of stored visits and logged clicks.

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
      /** A hash; absent for an unknown visitor. */
      visitor: z.string().optional(),
      /** Marks the item of a click that did not fit into a full visit. */
      beyond: z.literal(true).optional(),
      /** Texts in the format of `formatEntry`. */
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

/** A click in the log that could not be stored. */
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
