// Defines tiers: rates that depend on what a creator has sold in a calendar month.
import * as z from 'zod';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

export const by = z.enum(['revenue', 'orders']).meta({
  description:
    'What the steps count in a calendar month, in the brand’s time zone: the `revenue` without refunds, or the number of `orders`. Only ' +
    'orders by these terms whose commission is approved or paid count.',
});

export const appliesTo = z.enum(['followingOrders', 'wholeMonth']).meta({
  description:
    'The orders that earn the rate of a step: `followingOrders` those after it was reached, or `wholeMonth` all orders of the month.',
});

/** `from` is in minor units, or a number of orders. */
export const storedTiers = z.object({
  by,
  appliesTo,
  steps: z.array(z.object({ from: minorUnits, rate: storedRate })),
});
export type Tiers = z.output<typeof storedTiers>;
