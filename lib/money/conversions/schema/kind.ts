// Defines the kinds of conversions.
import * as z from 'zod';

export const conversionKind = z.enum(['sale', 'lead', 'signup']).meta({
  description:
    '`sale` (the default): an order with an amount. `lead` and `signup`: a customer who may buy later. They bind the customer to the ' +
    'creator, and do not count as orders.',
});
export type ConversionKind = z.output<typeof conversionKind>;
