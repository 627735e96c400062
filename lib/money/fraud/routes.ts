// Declares the endpoints of fraud findings.
import * as z from 'zod';
import { item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { findingAnswer, findingDecision, findingFilters } from './schema/endpoints.ts';

const params = z.strictObject({ id: idSchema('fraudFinding') });

export const fraudFindings = defineRoutes('fraudFindings', {
  list: {
    method: 'GET',
    path: '/fraud-findings',
    summary: 'List fraud findings',
    description:
      'Returns the orders and creators that match the `fraudRules` of the brand, the newest first.',
    access: anyRole,
    scope: 'commissions:read',
    query: findingFilters,
    answer: list(findingAnswer),
    table: { actions: ['Query'], indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus'] },
  },
  get: {
    method: 'GET',
    path: '/fraud-findings/{id}',
    summary: 'Get a fraud finding',
    description: 'Returns the finding with its evidence and the decision about it.',
    access: anyRole,
    scope: 'commissions:read',
    params,
    answer: item(findingAnswer),
    table: { actions: ['GetItem'] },
  },
  decide: {
    method: 'POST',
    path: '/fraud-findings/{id}/decide',
    summary: 'Decide a fraud finding',
    description:
      '`dismiss` releases the hold of the commission, or restores it if the rule rejected it; a commission whose hold period is over is ' +
      'approved. `confirm` rejects the commission, unless it is in a payout, paid or adjusted. About a creator, both end the hold of further commissions; `dismiss` also releases, in the background, the commissions that no other finding holds, and after `confirm` they stay held until `POST /commissions/decisions` or another request decides about them. Returns 200 without a change if the ' +
      'finding is already decided in this way, and 409 if it was decided otherwise.',
    access: adminOnly,
    scope: 'commissions:write',
    params,
    body: findingDecision,
    answer: item(findingAnswer),
    errors: ['status_conflict'],
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
});
