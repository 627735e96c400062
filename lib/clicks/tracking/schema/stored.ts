// Defines the schemas of stored visits, and of clicks that were logged because they could not be stored.

import * as z from 'zod';
import { addressVisit, suspiciousOverflow } from '#lib/clicks/tracking/rules/address-visits.ts';
import { derivedReasons, devices, filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { parseEntries } from '#lib/clicks/tracking/rules/entries.ts';
import { type Click, type Visit, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { subIds } from '#lib/clicks/tracking/schema/sub-ids.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';

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

export const loggedClick = z.object({
  id: idSchema('click'),
  token: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{4}$/),
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  trackingCode: z.string().regex(trackingCodePattern),
  visitor: z.string().nullable(),
  maxUniqueClicks: z.int().nullable().optional(),
  campaignId: idSchema('campaign').nullable(),
  idleCampaignId: idSchema('campaign').optional(),
  filtered: z.enum(filterReasons).exclude(derivedReasons).nullable(),
  device: z.enum(devices),
  country: z.string().nullable(),
  referrerHost: z.string().nullable(),
  subIds: subIds.optional(),
  linkId: idSchema('link').optional(),
}) satisfies z.ZodType<Click>;
