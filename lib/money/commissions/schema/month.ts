// Defines the stored item of a creator and a month: what the service has granted by tiers and monthly caps.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';

const granted = z.object({ tierSupplement: minorUnits, monthlyCap: minorUnits });
export type Granted = z.output<typeof granted>;

export const storedMonth = z.object({
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  month: z.string(),
  /** The sums of the commissions of the month, by the owner of the terms. */
  granted: z.record(z.string(), granted),
  revision: z.int(),
});
export type CreatorMonth = z.output<typeof storedMonth>;
