// Declares the commission endpoints.
import * as z from 'zod';
import { batch, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { approveResult, commissionAnswer } from '#lib/money/commissions/schema/answers.ts';
import { commissionFilterSets, commissionFilters } from '#lib/money/commissions/schema/filters.ts';
import { approveInput, rejectInput } from '#lib/money/commissions/schema/inputs.ts';
import { withExpansions } from '#lib/program/expansions/schema/answers.ts';
import { expandQuery, expandScopes } from '#lib/program/expansions/schema/query.ts';

const params = z.strictObject({ id: idSchema('commission') });

const expandedCommission = withExpansions(
  commissionAnswer,
  'ExpandedCommission',
  'A commission with the records of `expand`.',
);

const statusChange = ['GetItem', 'PutItem', 'UpdateItem'] as const;

export const commissions = defineRoutes('commissions', {
  list: {
    method: 'GET',
    path: '/commissions',
    summary: 'List commissions',
    description: 'Returns the newest commissions first.',
    access: anyRole,
    scope: 'commissions:read',
    fieldScopes: expandScopes,
    query: commissionFilters,
    filterSets: commissionFilterSets,
    answer: list(expandedCommission),
    table: {
      actions: ['Query'],
      indexes: [
        'byStatus',
        'byAffiliate',
        'byAffiliateAndStatus',
        'byHold',
        'byCampaign',
        'byPayout',
        'byTime',
      ],
    },
  },
  get: {
    method: 'GET',
    path: '/commissions/{id}',
    summary: 'Get a commission',
    description: 'Returns the commission with the rate and the dates that decide about it.',
    access: anyRole,
    scope: 'commissions:read',
    fieldScopes: expandScopes,
    params,
    query: expandQuery,
    answer: item(expandedCommission),
    table: { actions: ['GetItem', 'Query'] },
  },
  approve: {
    method: 'PATCH',
    path: '/commissions/{id}/approve',
    summary: 'Approve a commission',
    description:
      'Approves a pending commission before its hold period ends, also if it is held for review. Returns 200 without a ' +
      'change if the commission is already approved, and 409 for any other status. An approved commission is owed to the ' +
      'creator, even if the creator is paused or banned later.',
    access: adminOnly,
    scope: 'commissions:write',
    params,
    answer: item(commissionAnswer),
    errors: ['status_conflict'],
    table: { actions: statusChange },
  },
  approveMany: {
    method: 'POST',
    path: '/commissions/approve',
    summary: 'Approve several commissions',
    description:
      'Approves up to 100 commissions, each independently of the others. `data` has one result per id, in the order of the ' +
      'request. In `meta`, `approved` includes commissions that were already approved, and `failed` counts errors. If the ' +
      'service is too busy, a request with an `Idempotency-Key` returns a 503; retry it with the same key to approve the rest.',
    access: adminOnly,
    scope: 'commissions:write',
    body: approveInput,
    answer: batch('ids', approveResult, 'approved'),
    itemErrors: ['validation_failed', 'commission_not_found', 'status_conflict', 'service_busy'],
    table: { actions: statusChange },
  },
  reject: {
    method: 'PATCH',
    path: '/commissions/{id}/reject',
    summary: 'Reject a commission',
    description:
      'Rejects a pending commission, or an approved one that is not in a payout. Returns 200 without a change if the ' +
      'commission is already rejected. Returns 409 for any other commission, for a clawback, and for a commission that has a ' +
      'clawback.',
    access: adminOnly,
    scope: 'commissions:write',
    params,
    body: rejectInput,
    answer: item(commissionAnswer),
    errors: ['status_conflict', 'commission_in_payout', 'commission_adjusted'],
    table: { actions: statusChange },
  },
});
