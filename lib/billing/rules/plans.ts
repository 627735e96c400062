// The plans a brand can be on, and what each one allows. Everything that depends on a plan reads it here.
import * as z from 'zod';

export const plans = {
  starter: { apiAccess: false, creators: 25, campaigns: 3 },
  growth: { apiAccess: true, creators: 500, campaigns: 50 },
  scale: { apiAccess: true, creators: 10_000, campaigns: null },
} as const satisfies Record<string, PlanTerms>;

interface PlanTerms {
  readonly apiAccess: boolean;
  /** How many creators that are not banned a brand may have. */
  readonly creators: number;
  /** How many campaigns that have not ended; null for any number. */
  readonly campaigns: number | null;
}

export const planName = z.enum(['starter', 'growth', 'scale']);
export type PlanName = z.output<typeof planName>;

export const subscriptionStatus = z.enum(['active', 'past_due', 'canceled']);
export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

/** The terms in force: a canceled subscription is treated as Starter, one that is past due still has its plan's. */
export const termsInForce = (subscription: { plan: PlanName; status: SubscriptionStatus }): PlanTerms =>
  subscription.status === 'canceled' ? plans.starter : plans[subscription.plan];
