// Defines the response schemas of the subscription and of the usage.
import * as z from 'zod';
import { planName, subscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';

export const subscriptionAnswer = z
  .object({
    plan: planName,
    status: subscriptionStatus,
    currentPeriodEnd: instant.meta({ description: 'The end of the current billing period.' }),
    creatorsUsed: z.int().meta({
      description: 'The creators that count toward the limit of the plan: all but the banned ones.',
    }),
    creatorsLimit: z.int().meta({ description: 'The creators that the plan allows.' }),
  })
  .meta({ id: 'Subscription', description: 'The contract between the brand and this service.' });

const usage = z.object({
  used: z.int().meta({ description: 'How many count toward the limit of the plan now.' }),
  limit: z.int().nullable().meta({ description: 'How many the plan allows. Null if it has no limit.' }),
  created: z.int().meta({ description: 'The creations of the current billing period.' }),
  creationLimit: z.int().nullable().meta({
    description: 'The creations that the plan allows in a billing period. Null if it has no limit.',
  }),
});

export const usageAnswer = z
  .object({
    plan: planName,
    currentPeriodStart: instant.meta({ description: 'The begin of the current billing period.' }),
    currentPeriodEnd: instant.meta({ description: 'The end of the current billing period.' }),
    creators: usage.meta({ description: 'The use of creators. Banned creators do not count as used.' }),
    campaigns: usage.meta({ description: 'The use of campaigns. Ended campaigns do not count as used.' }),
  })
  .meta({ id: 'Usage', description: 'The use of the plan’s limits.' });
