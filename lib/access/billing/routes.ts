// Declares the billing endpoints.
import { item } from '#lib/foundation/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { subscriptionAnswer, usageAnswer } from './schema.ts';

export const billing = defineRoutes('billing', {
  get: {
    method: 'GET',
    path: '/billing',
    summary: 'Get the current subscription',
    description: 'Returns the plan of the brand, the status of its subscription, and its limit of creators.',
    access: anyRole,
    scope: 'settings:read',
    answer: item(subscriptionAnswer),
    table: { actions: ['Query'] },
  },
  usage: {
    method: 'GET',
    path: '/billing/usage',
    summary: 'Get usage of the plan',
    description:
      'Returns the numbers of creators and campaigns in use, and the limits of the plan. Banned creators and campaigns that ' +
      'have ended do not count. Also returns the creations in the current billing period, which are limited to twice the limit ' +
      'of the plan, even if creators are banned, or campaigns end or are deleted.',
    access: anyRole,
    scope: 'settings:read',
    answer: item(usageAnswer),
    table: { actions: ['Query'] },
  },
});
