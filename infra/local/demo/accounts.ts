import type { PlanName } from '#lib/access/billing/rules/plans.ts';
import { plans } from '#lib/access/billing/rules/plans.ts';

export const demoPassword = 'local-demo-password';

export const adminOf = (account: string): string => `admin@${account}.test`;
export const memberOf = (account: string): string => `member@${account}.test`;

const brands: readonly (readonly [account: string, plan: PlanName])[] = [
  ['starter', 'starter'],
  ['growth', 'growth'],
  ['scale', 'scale'],
  ['year', 'scale'],
];

/** Rows of `[plan, admin, member, API access]` for the banner. */
export const demoAccounts: readonly (readonly [PlanName, string, string, string])[] = brands.map(
  ([account, plan]) => [
    plan,
    adminOf(account),
    memberOf(account),
    plans[plan].apiAccess ? 'yes' : 'no (403)',
  ],
);
