// Declares the endpoints of test mode.
import { empty, item } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { clockAnswer, moveAnswer, moveInput } from './schema/endpoints.ts';

export const testMode = defineRoutes('testMode', {
  getClock: {
    method: 'GET',
    path: '/test/clock',
    summary: 'Get the test clock',
    description: 'Returns the time of the test data. In live mode, the response is a 403.',
    access: anyRole,
    scope: 'settings:read',
    answer: item(clockAnswer),
    errors: ['test_mode_required'],
    table: { actions: [] },
  },
  moveClock: {
    method: 'POST',
    path: '/test/clock',
    summary: 'Move the test clock',
    description:
      'Moves the clock of the test data ahead, by `advance` or to `at`, approves the commissions whose hold has ended, and settles tiers and ' +
      'monthly caps. Holds, attribution ' +
      'windows, dates of campaigns, payouts and expiries follow this clock. It runs on from its new time and never goes back; a reset ' +
      'returns it to the real time. Tokens, API keys and idempotency keys follow the real time. Tracking links use the new time within a ' +
      'minute. In live mode, the response is a 403.',
    access: adminOnly,
    scope: 'settings:write',
    body: moveInput,
    answer: item(moveAnswer),
    errors: ['test_mode_required'],
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      indexes: ['byStatus', 'byAffiliate'],
    },
  },
  reset: {
    method: 'POST',
    path: '/test/reset',
    summary: 'Reset the test data',
    description:
      'Begins with empty test data, the present settings of the brand, and the real time. API keys stay valid. In live mode, the response is ' +
      'a 403.',
    access: adminOnly,
    scope: 'settings:write',
    answer: empty(),
    errors: ['test_mode_required'],
    takesNoIdempotencyKey: true,
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
});
