// A brand's subscription and usage as the API answers them.
import type * as z from 'zod';
import { currentPeriod } from '#lib/billing/rules/billing-period.ts';
import { termsInForce } from '#lib/billing/rules/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import type { subscriptionAnswer, usageAnswer } from './schema.ts';

interface Used {
  readonly creators: number;
  readonly campaigns: number;
}

const factsOf = ({ plan, subscriptionStatus: status, createdAt }: Brand, now: Date) => ({
  terms: termsInForce({ plan, status }),
  period: currentPeriod(new Date(createdAt), now),
});

export function presentSubscription(brand: Brand, used: Used, now: Date): z.input<typeof subscriptionAnswer> {
  const { terms, period } = factsOf(brand, now);
  return {
    plan: brand.plan,
    status: brand.subscriptionStatus,
    currentPeriodEnd: period.end.toISOString(),
    creatorsUsed: used.creators,
    creatorsLimit: terms.creators,
  };
}

export function presentUsage(brand: Brand, used: Used, now: Date): z.input<typeof usageAnswer> {
  const { terms, period } = factsOf(brand, now);
  return {
    plan: brand.plan,
    currentPeriodStart: period.start.toISOString(),
    currentPeriodEnd: period.end.toISOString(),
    creators: { used: used.creators, limit: terms.creators },
    campaigns: { used: used.campaigns, limit: terms.campaigns },
  };
}
