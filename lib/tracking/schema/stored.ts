// What is stored of clicks, and logged of those that could not be, as it is read again.

import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { idOf } from '#lib/shared/ids.ts';
import { devices, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import { type Click, entriesOf, type Visit, visitType } from '#lib/tracking/rules/visit.ts';

/** A visit as it is stored. */
export const storedVisit = z.lazy(() =>
  z
    .object({
      type: z.literal(visitType),
      brandId: idOf('brand'),
      affiliateId: idOf('affiliate'),
      trackingCode: z.string(),
      /** A hash; absent where nothing tells who it was. */
      visitor: z.string().optional(),
      beyond: z.literal(true).optional(),
      /** As lib/tracking/rules/visit.ts writes and reads them. */
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
    ),
);

/** A click that could not be stored, as it stands in the log: to be stored from there. */
export const loggedClick = z.lazy(() =>
  z.object({
    id: idOf('click'),
    token: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/),
    brandId: idOf('brand'),
    affiliateId: idOf('affiliate'),
    trackingCode: z.string().regex(trackingCodePattern),
    visitor: z.string().nullable(),
    campaignId: idOf('campaign').nullable(),
    filtered: z.enum(filterReasons).exclude(['duplicate']).nullable(),
    device: z.enum(devices),
    country: z.string().nullable(),
    referrerHost: z.string().nullable(),
  }),
) satisfies z.ZodType<Click>;
