// Defines the schemas of discount codes and their claims, as they are stored.
import * as z from 'zod';
import { storedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { pastValues } from '#lib/foundation/shared/past-values.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

export const discountType = z
  .enum(['percentage', 'fixed'])
  .meta({ description: 'Whether customers save a `percentage` of the order or a `fixed` amount.' });

export const discountStatus = z.enum(['active', 'paused']).meta({
  description: '`paused`: later orders earn nothing with the code, until it is `active` again.',
});
export type DiscountStatus = z.output<typeof discountStatus>;

/** `value` is in hundredths of a percent for a percentage, and in minor units for a fixed amount. */
export const storedDiscount = z.object({
  id: idSchema('discount'),
  brandId: idSchema('brand'),
  code: z.string(),
  ...storedRate.shape,
  affiliateId: idSchema('affiliate'),
  campaignId: idSchema('campaign').nullable(),
  status: discountStatus,
  pastStatuses: pastValues(discountStatus),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  usageLimit: z.int().nullable(),
  ...storedAnnotations(),
  revision: z.int(),
  usageCount: z.int(),
  totalRevenue: minorUnits,
  createdAt: instant,
});
export type Discount = z.output<typeof storedDiscount>;

const owner = {
  discountId: idSchema('discount'),
  affiliateId: idSchema('affiliate'),
  campaignId: idSchema('campaign').nullable(),
};

/** Stored under the code, so that it is unique in the brand. `from` is the creation of the discount. */
export const storedCodeClaim = z.object({ ...owner, from: instant });

/** Stored when a discount is deleted. An order from before the deletion still belongs to the creator of the code. */
export const storedPastCode = z.object({ ...owner, from: instant, to: instant });
