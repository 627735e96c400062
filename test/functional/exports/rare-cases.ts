// Rare situations of the endpoints of exports. They may exceed the cost budgets.

import { unusedOrder } from '#test/support/creations-with.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';

export const rareCases: SituationsByEndpoint = {
  'exports.create': {
    'with an idempotency key': () => ({
      path: '/exports',
      status: 201,
      headers: { 'idempotency-key': unusedOrder() },
      body: { resource: 'affiliates', format: 'csv' },
    }),
  },
};
