// Defines the input and the answers of the endpoints of simulations.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { dayOrInstant, instant } from '#lib/foundation/shared/date-schemas.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { presentedTerms, termsInput } from '#lib/program/terms/schema/endpoints.ts';
import { simulationStatus } from './stored.ts';

export const simulationInput = z
  .strictObject({
    terms: termsInput,
    from: dayOrInstant('The first day in the time zone of the brand, or the first instant, of the orders.'),
    to: dayOrInstant(
      'The last day in the time zone of the brand, or the last instant, of the orders. Within 366 days of `from`.',
    ),
    affiliateId: idFilter.optional().meta({ description: 'Only orders of this creator.' }),
    campaignId: idFilter.optional().meta({ description: 'Only orders of this campaign.' }),
  })
  .meta({ id: 'SimulationInput', description: 'Terms, and the past orders to apply them to.' });
export type SimulationInput = z.output<typeof simulationInput>;

const sums = {
  orders: z.int().meta({
    description: 'The number of orders, without those that are canceled or refunded in full.',
  }),
  revenue: decimal.meta({ description: 'The amount of the orders, less refunds.' }),
  earned: decimal.meta({
    description:
      'The commissions of the orders that are `pending`, `approved` or `paid`, with their adjustments.',
  }),
  simulated: decimal.meta({
    description:
      'The commissions of the orders by the terms, after refunds, with `tierSupplement` and `monthlyCap`. An order whose commission was ' +
      'rejected earns nothing.',
  }),
  tierSupplement: decimal.meta({
    description: 'The part of `simulated` that the tiers of the terms add. It can be negative.',
  }),
  monthlyCap: decimal.meta({
    description: 'The part of `simulated` that `caps.perMonth` of the terms takes away. It is 0 or negative.',
  }),
  difference: decimal.meta({ description: '`simulated` minus `earned`.' }),
};

export const simulationAnswer = z
  .object({
    id: idSchema('simulation').meta({ description: 'The id of the simulation.' }),
    status: simulationStatus,
    terms: presentedTerms.meta({ description: 'The terms of the request.' }),
    from: z.string().meta({ description: 'The first day or instant of the orders, as in the request.' }),
    to: z.string().meta({ description: 'The last day or instant of the orders, as in the request.' }),
    affiliateId: idSchema('affiliate')
      .nullable()
      .meta({ description: 'The creator of the request, or null.' }),
    campaignId: idSchema('campaign')
      .nullable()
      .meta({ description: 'The campaign of the request, or null.' }),
    currency: z.string().meta({ description: 'The currency of all amounts.', example: 'EUR' }),
    creatorsCount: z
      .int()
      .meta({ description: 'The number of creators with orders. It grows while the simulation is running.' }),
    totals: z.object(sums).meta({
      id: 'SimulationTotals',
      description: 'The sums of all creators. They grow while the simulation is running.',
    }),
    failure: z.string().nullable().meta({ description: 'Why the simulation failed. Otherwise null.' }),
    createdAt: instant.meta({ description: 'When the simulation was requested.' }),
    completedAt: instant.nullable().meta({ description: 'When it was completed. Otherwise null.' }),
    expiresAt: instant.meta({ description: 'When the service forgets the simulation.' }),
  })
  .meta({ id: 'Simulation', description: 'A calculation of what past orders would have earned by terms.' });

export const simulationRowAnswer = z
  .object({ affiliateId: idSchema('affiliate').meta({ description: 'The creator.' }), ...sums })
  .meta({ id: 'SimulationCreator', description: 'What the orders of a creator would have earned.' });

export const simulationRowFilters = listQuerySchema({});
