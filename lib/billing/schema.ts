// Defines the response schemas of the subscription and of the usage.
import * as z from 'zod';
import { planName, subscriptionStatus } from '#lib/billing/rules/plans.ts';
import { instant } from '#lib/shared/date-schemas.ts';

export const subscriptionAnswer = z.lazy(() =>
  z
    .object({
      plan: planName,
      status: subscriptionStatus,
      currentPeriodEnd: instant,
      creatorsUsed: z.int(),
      creatorsLimit: z.int(),
    })
    .meta({ id: 'Subscription' }),
);

const usage = z.object({
  used: z.int(),
  limit: z.int().nullable().meta({ description: '`null` if the plan has no limit' }),
  created: z.int().meta({ description: 'Creations in the current billing period' }),
  creationLimit: z
    .int()
    .nullable()
    .meta({ description: 'Creations that the plan allows in a billing period; `null` if it has no limit' }),
});

export const usageAnswer = z.lazy(() =>
  z
    .object({
      plan: planName,
      currentPeriodStart: instant,
      currentPeriodEnd: instant,
      creators: usage,
      campaigns: usage,
    })
    .meta({ id: 'Usage' }),
);
