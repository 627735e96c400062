// Declares the commission endpoints.
import * as z from 'zod';
import { batch, created, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { approveResult, commissionAnswer, rejectResult } from '#lib/money/commissions/schema/answers.ts';
import { commissionFilterSets, commissionFilters } from '#lib/money/commissions/schema/filters.ts';
import {
  approveInput,
  manualInput,
  rejectInput,
  rejectManyInput,
} from '#lib/money/commissions/schema/inputs.ts';
import { withExpansions } from '#lib/program/expansions/schema/answers.ts';
import { expandQuery, expandScopes } from '#lib/program/expansions/schema/query.ts';

const params = z.strictObject({ id: idSchema('commission') });

const expandedCommission = withExpansions(
  commissionAnswer,
  'ExpandedCommission',
  'A commission with the records of `expand`.',
);

const statusChange = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** The indexes find what a filter selects. */
const bulkChange = {
  actions: statusChange,
  indexes: ['byStatus', 'byAffiliateAndStatus', 'byHold'],
} as const;

const byFilter =
  'With a `filter` instead of `ids`, one request decides about up to 100 commissions, the oldest first, and may decide about fewer. ' +
  'While `meta.cursor` is not null, send it as `cursor` to continue. ';

export const commissions = defineRoutes('commissions', {
  create: {
    method: 'POST',
    path: '/commissions',
    summary: 'Create a bonus or deduction',
    description:
      'Creates a commission without an order: a bonus, a deduction, or the opening balance of a creator. It is approved at once, so ' +
      'the next payout contains it, and can be rejected until then. A deduction that exceeds what the creator has earned waits until ' +
      'the sum is above zero. Returns 409 if the sum of the brand has no room for it (`sum_limit_reached`).',
    access: adminOnly,
    scope: 'commissions:write',
    body: manualInput,
    answer: created(commissionAnswer),
    errors: ['reference_not_found', 'affiliate_erased', 'sum_limit_reached'],
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
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
      `request. ${byFilter}` +
      'In `meta`, `approved` includes commissions that were already approved, and `failed` counts errors. If the ' +
      'service is too busy, a request with an `Idempotency-Key` returns a 503; retry it with the same key to approve the rest.',
    access: adminOnly,
    scope: 'commissions:write',
    body: approveInput,
    answer: batch('ids', approveResult, 'approved'),
    itemErrors: ['validation_failed', 'commission_not_found', 'status_conflict', 'service_busy'],
    table: bulkChange,
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
  rejectMany: {
    method: 'POST',
    path: '/commissions/reject',
    summary: 'Reject several commissions',
    description:
      'Rejects up to 100 commissions with one reason, each independently of the others. `data` has one result per id, in the order of ' +
      `the request. ${byFilter}\`rejected\` in \`meta\` includes commissions that were already rejected. If the service is too busy, ` +
      'a request with an `Idempotency-Key` returns a 503; retry it with the same key to reject the rest.',
    access: adminOnly,
    scope: 'commissions:write',
    body: rejectManyInput,
    answer: batch('ids', rejectResult, 'rejected'),
    itemErrors: [
      'validation_failed',
      'commission_not_found',
      'status_conflict',
      'commission_in_payout',
      'commission_adjusted',
      'service_busy',
    ],
    table: bulkChange,
  },
  restore: {
    method: 'POST',
    path: '/commissions/{id}/restore',
    summary: 'Restore a rejected commission',
    description:
      'Undoes a rejection: the commission is approved again if it was, otherwise pending, with the amount that its order earns now. A ' +
      'pending commission whose hold period is over is held for review (`reopened`). Returns 200 without a change if the commission is ' +
      'pending or approved, and 409 for any other status.',
    access: adminOnly,
    scope: 'commissions:write',
    params,
    answer: item(commissionAnswer),
    errors: ['status_conflict'],
    table: { actions: statusChange },
  },
  reopen: {
    method: 'POST',
    path: '/commissions/{id}/reopen',
    summary: 'Reopen an approved commission',
    description:
      'Takes back an approval: the commission is pending, and is held for review (`reopened`). Returns 200 without a change if it is ' +
      'already pending. Returns 409 for any other status, for a commission in a payout, for a clawback, and for a commission that has ' +
      'a clawback.',
    access: adminOnly,
    scope: 'commissions:write',
    params,
    answer: item(commissionAnswer),
    errors: ['status_conflict', 'commission_in_payout', 'commission_adjusted'],
    table: { actions: statusChange },
  },
});
