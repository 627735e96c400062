// Defines for how long the orders of a customer are attributed to the creator to whom the customer is bound.
import * as z from 'zod';

const type = { description: 'Whether, and for how long, later orders of a customer are attributed.' };

export const customerAttribution = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('firstOrder').meta(type) })
      .meta({ id: 'FirstOrderAttribution', description: 'Orders need a reference of their own.' }),
    z
      .strictObject({
        type: z.literal('months').meta(type),
        months: z.int().min(1).max(120).meta({ description: 'Calendar months from the binding on.' }),
      })
      .meta({ id: 'MonthsAttribution', description: 'The creator has the orders of these months.' }),
    z
      .strictObject({ type: z.literal('lifetime').meta(type) })
      .meta({ id: 'LifetimeAttribution', description: 'The creator has all later orders.' }),
  ])
  .meta({
    id: 'CustomerAttribution',
    description:
      'For how long orders without a reference of their own are attributed to the creator of the customer’s first attributed order, ' +
      'lead or signup. `firstOrder`: never. `months`: for this number of months. `lifetime`: without an end.',
  });
export type CustomerAttribution = z.output<typeof customerAttribution>;
