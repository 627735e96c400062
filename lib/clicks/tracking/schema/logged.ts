// Defines the schema of clicks that were logged because they could not be stored. They have a file of their own, because orders read visits.
import * as z from 'zod';
import { derivedReasons, devices, filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import type { Click } from '#lib/clicks/tracking/rules/visit.ts';
import { subIds } from '#lib/clicks/tracking/schema/sub-ids.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';

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
  isPaid: z.boolean().optional(),
  linkId: idSchema('link').optional(),
}) satisfies z.ZodType<Click>;
