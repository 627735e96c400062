// Converts a brand's subscription and usage to their API representation.
import type * as z from 'zod';
import { currentPeriod } from '#lib/access/billing/rules/billing-period.ts';
import { type Creatable, creationLimits, effectivePlan } from '#lib/access/billing/rules/plans.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { subscriptionAnswer, usageAnswer } from './schema.ts';

type CurrentUsage = Readonly<Record<Creatable, number>>;

const planAndPeriod = ({ plan, subscriptionStatus: status, createdAt }: Brand, now: Date) => ({
  limits: effectivePlan({ plan, status }),
  period: currentPeriod(new Date(createdAt), now),
});

export function presentSubscription(
  brand: Brand,
  used: CurrentUsage,
  now: Date,
): z.input<typeof subscriptionAnswer> {
  const { limits, period } = planAndPeriod(brand, now);
  return {
    plan: brand.plan,
    status: brand.subscriptionStatus,
    currentPeriodEnd: period.end.toISOString(),
    creatorsUsed: used.creators,
    creatorsLimit: limits.maxCreators,
  };
}

export function presentUsage(
  brand: Brand,
  used: CurrentUsage,
  created: CurrentUsage,
  now: Date,
): z.input<typeof usageAnswer> {
  const { limits, period } = planAndPeriod(brand, now);
  const { creators, campaigns } = creationLimits(limits);
  return {
    plan: brand.plan,
    currentPeriodStart: period.start.toISOString(),
    currentPeriodEnd: period.end.toISOString(),
    creators: {
      used: used.creators,
      limit: limits.maxCreators,
      created: created.creators,
      creationLimit: creators,
    },
    campaigns: {
      used: used.campaigns,
      limit: limits.maxCampaigns,
      created: created.campaigns,
      creationLimit: campaigns,
    },
  };
}
