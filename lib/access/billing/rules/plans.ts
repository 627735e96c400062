// Defines the subscription plans and their limits.
import * as z from 'zod';
import { forbidden } from '#lib/foundation/shared/errors.ts';

export const plans = {
  starter: { apiAccess: false, maxCreators: 25, maxCampaigns: 3, requestsPerMinute: 120 },
  growth: { apiAccess: true, maxCreators: 500, maxCampaigns: 50, requestsPerMinute: 600 },
  scale: { apiAccess: true, maxCreators: 10_000, maxCampaigns: null, requestsPerMinute: 3000 },
} as const satisfies Record<string, Plan>;

interface Plan {
  readonly apiAccess: boolean;
  /** Banned creators do not count toward this limit. */
  readonly maxCreators: number;
  /** Campaigns that have ended do not count toward this limit. `null` means no limit. */
  readonly maxCampaigns: number | null;
  /** Each item of a bulk request counts as a request. */
  readonly requestsPerMinute: number;
}

export const planName = z
  .enum(['starter', 'growth', 'scale'])
  .meta({ description: 'The plan of the brand.' });
export type PlanName = z.output<typeof planName>;

export const subscriptionStatus = z
  .enum(['active', 'past_due', 'canceled'])
  .meta({ description: 'The status of the subscription. A canceled one has the terms of the Starter plan.' });
export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

/** Creations are limited too, because banning a creator or ending a campaign frees a place. */
const creationsPerPlace = 2;

export type Creatable = 'creators' | 'campaigns';

/** The numbers of creators and campaigns that a brand can create in a billing period. */
export const creationLimits = ({ maxCreators, maxCampaigns }: Plan) =>
  ({
    creators: creationsPerPlace * maxCreators,
    campaigns: maxCampaigns === null ? null : creationsPerPlace * maxCampaigns,
  }) satisfies Record<Creatable, number | null>;

export const effectivePlan = (subscription: { plan: PlanName; status: SubscriptionStatus }): Plan =>
  subscription.status === 'canceled' ? plans.starter : plans[subscription.plan];

interface Subscriber {
  readonly plan: PlanName;
  readonly subscriptionStatus: SubscriptionStatus;
}

/** Twice the rate of orders that one brand can have. A bulk request counts once for each item, but is one write of the count. */
export const maxRequestsPerMinute = 120_000;

/** The operator can set a limit of its own for a brand. */
export const requestsPerMinuteOf = ({
  plan,
  subscriptionStatus: status,
  requestsPerMinute,
}: Subscriber & { readonly requestsPerMinute: number | null }): number =>
  requestsPerMinute ?? effectivePlan({ plan, status }).requestsPerMinute;

export function requireApiAccess({ plan, subscriptionStatus: status }: Subscriber): void {
  if (effectivePlan({ plan, status }).apiAccess) return;
  const message = plans[plan].apiAccess
    ? 'The subscription is canceled, and API access requires an active one'
    : 'API access requires the Growth or Scale plan';
  throw forbidden('plan_required', message);
}
