// Defines the schemas of links and of their slugs, as they are stored.
import * as z from 'zod';
import { subIds } from '#lib/clicks/tracking/schema/sub-ids.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { storedCodeOwner } from '#lib/program/affiliates/schema/affiliate.ts';

const optionalText = z.string().nullable();

const slug = z.object({
  slug: z.string(),
  from: instant,
  /** The link prefix of the brand at that time. Absent for a slug that is unique over all brands. */
  linkPrefix: z.string().optional(),
});

export const storedLink = z.object({
  id: idSchema('link'),
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  campaignId: idSchema('campaign').nullable(),
  name: optionalText,
  /** The first one is the slug, and the others are its aliases. */
  slugs: z.tuple([slug], slug),
  to: optionalText,
  subIds: subIds.nullable(),
  /** The texts have the order of `utmNames`. */
  utm: z.array(z.string()).nullable(),
  createdAt: instant,
  revision: z.int(),
});
export type Link = z.output<typeof storedLink>;
export type Slug = z.output<typeof slug>;

/** Stored under a slug, at the key of tracking codes. Repeats the facts that a click needs. */
export const storedSlug = storedCodeOwner.extend({
  linkId: idSchema('link'),
  /** They have the form of the fields of a stored click. */
  subIds: z.string().optional(),
});
