// Defines the stored items of simulations.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { versionTerms } from '#lib/program/terms/schema/version.ts';

export const simulationStatus = z.enum(['running', 'completed', 'failed']).meta({
  description:
    '`running`: the service still calculates. `completed`: the totals are final, and the creators are listed. `failed`: see `failure`.',
});

const storedSums = z.object({
  orders: z.int(),
  revenue: minorUnits,
  earned: minorUnits,
  /** Includes the two sums below. */
  simulated: minorUnits,
  tierSupplement: minorUnits,
  monthlyCap: minorUnits,
});
export type Sums = z.output<typeof storedSums>;

export const storedSimulation = z.object({
  id: idSchema('simulation'),
  brandId: idSchema('brand'),
  /** Selects the item in the stream. */
  type: z.literal('simulation'),
  terms: versionTerms,
  /** The days or instants of the request, and the instants that they mean: `since` is inclusive, `before` is exclusive. */
  from: z.string(),
  to: z.string(),
  since: instant,
  before: instant,
  affiliateId: idSchema('affiliate').nullable(),
  campaignId: idSchema('campaign').nullable(),
  currency: z.string(),
  status: simulationStatus,
  creatorsCount: z.int(),
  totals: storedSums,
  work: z.object({
    /** The last creator whose orders are all calculated. */
    after: idSchema('affiliate').nullable(),
    /** The creator after it, if only some of the orders are calculated: those up to the order with this id. */
    partial: z
      .object({
        affiliateId: idSchema('affiliate'),
        upTo: idSchema('conversion').nullable(),
        sums: storedSums,
      })
      .nullable(),
  }),
  failure: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  revision: z.int(),
  /** The time to live of the item, in epoch seconds. */
  expiresAt: z.int(),
});
export type Simulation = z.output<typeof storedSimulation>;

export const storedRow = z.object({ affiliateId: idSchema('affiliate'), ...storedSums.shape });
export type Row = z.output<typeof storedRow>;

/** Holds orders that count in the months of a creator, until all orders of the creator are calculated. */
export const storedOrders = z.object({
  orders: z.array(
    z.object({
      id: idSchema('conversion'),
      occurredAt: instant,
      isSale: z.boolean(),
      amount: minorUnits,
      refundedAmount: minorUnits,
      earned: minorUnits,
      tiered: z.object({ base: minorUnits, byRules: minorUnits, isWholeOrder: z.boolean() }).nullable(),
    }),
  ),
});

export const storedRunning = z.object({ simulationIds: z.array(idSchema('simulation')) });
