// Divides the endpoints over stacks, because CloudFormation accepts at most 500 resources in a stack.

import type { Route } from '#lib/foundation/contract/route.ts';
import { handlerFile, routes } from '#lib/surface/api/routes.ts';

/**
 * The folders of `functions/` in each stack. A folder keeps its stack, because a function cannot be created in one stack while another
 * stack has a function with its name.
 */
export const apiGroups = {
  access: [
    'api-keys',
    'audit',
    'auth',
    'billing',
    'brands',
    'second-factor',
    'service',
    'test-mode',
    'users',
  ],
  program: ['affiliates', 'campaigns', 'customers', 'discounts', 'groups', 'links', 'privacy', 'tracking'],
  creators: ['connections', 'creator', 'imports', 'mails', 'payout-details', 'programs', 'reconciliations'],
  money: [
    'commissions',
    'conversions',
    'disputes',
    'exchange-rates',
    'fraud-findings',
    'payouts',
    'refunds',
    'simulations',
  ],
  outlets: ['assistant', 'events', 'exports', 'reports', 'webhooks'],
} as const satisfies Record<string, readonly string[]>;

export type ApiGroup = keyof typeof apiGroups;

export const routesOf = (group: ApiGroup): readonly Route[] =>
  routes.filter((route) => apiGroups[group].some((folder) => handlerFile(route).startsWith(`${folder}/`)));
