import type { PlanName } from '#lib/access/billing/rules/plans.ts';
import { plans } from '#lib/access/billing/rules/plans.ts';

export const demoPassword = 'local-demo-password';

export const adminOf = (plan: PlanName): string => `admin@${plan}.test`;
export const memberOf = (plan: PlanName): string => `member@${plan}.test`;

/** Rows of `[plan, admin, member, API access]` for the banner. */
export const demoAccounts: readonly (readonly [PlanName, string, string, string])[] = (
  ['starter', 'growth', 'scale'] as const
).map((plan) => [plan, adminOf(plan), memberOf(plan), plans[plan].apiAccess ? 'yes' : 'no (403)']);
