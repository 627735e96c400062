// Defines the schema of stored visits.

import * as z from 'zod';
import { addressVisit, suspiciousOverflow } from '#lib/clicks/tracking/rules/address-visits.ts';
import { parseEntries } from '#lib/clicks/tracking/rules/entries.ts';
import { type Visit, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const storedVisit = z
  .object({
    type: z.literal(visitType),
    brandId: idSchema('brand'),
    affiliateId: idSchema('affiliate'),
    trackingCode: z.string(),
    visitor: z.string().optional(),
    beyond: z.literal(true).optional(),
    suspicious: z.literal(true).optional(),
    /** Only visits of an address have these two. */
    visitors: z.array(z.string()).optional(),
    maxUniqueClicks: z.int().optional(),
    clicks: z.set(z.string()).nonempty(),
  })
  .transform((stored): Visit => {
    const { brandId, affiliateId, trackingCode, visitor = null, beyond = false } = stored;
    const entries = parseEntries(stored.clicks);
    const visit = { brandId, affiliateId, trackingCode, visitor, isOverflow: beyond, entries };
    if (stored.suspicious) return { ...visit, address: suspiciousOverflow() };
    const { visitors, maxUniqueClicks } = stored;
    if (visitors === undefined || maxUniqueClicks === undefined) return visit;
    return { ...visit, address: addressVisit(visitors, stored.clicks, maxUniqueClicks) };
  });
