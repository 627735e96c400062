// Declares the commission endpoints.
import * as z from 'zod';
import { batch, created, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { approveResult, commissionAnswer, rejectResult } from '#lib/money/commissions/schema/answers.ts';
import { descriptions } from '#lib/money/commissions/schema/descriptions.ts';
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

const adminWrite = { access: adminOnly, scope: 'commissions:write' } as const;

const decision = {
  ...adminWrite,
  params,
  answer: item(commissionAnswer),
  table: { actions: statusChange },
} as const;

/** The indexes find what a filter selects. */
const bulkChange = {
  actions: statusChange,
  indexes: ['byStatus', 'byAffiliateAndStatus', 'byHold'],
} as const;

const bulkErrors = ['validation_failed', 'commission_not_found', 'status_conflict', 'service_busy'] as const;

export const commissions = defineRoutes('commissions', {
  create: {
    method: 'POST',
    path: '/commissions',
    summary: 'Create a bonus or deduction',
    description: descriptions.create,
    ...adminWrite,
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
    description: descriptions.approve,
    ...decision,
    errors: ['status_conflict'],
  },
  approveMany: {
    method: 'POST',
    path: '/commissions/approve',
    summary: 'Approve several commissions',
    description: descriptions.approveMany,
    ...adminWrite,
    body: approveInput,
    answer: batch('ids', approveResult, 'approved'),
    itemErrors: bulkErrors,
    table: bulkChange,
  },
  reject: {
    method: 'PATCH',
    path: '/commissions/{id}/reject',
    summary: 'Reject a commission',
    description: descriptions.reject,
    ...decision,
    body: rejectInput,
    errors: ['status_conflict', 'commission_in_payout', 'commission_adjusted', 'commission_of_month'],
  },
  rejectMany: {
    method: 'POST',
    path: '/commissions/reject',
    summary: 'Reject several commissions',
    description: descriptions.rejectMany,
    ...adminWrite,
    body: rejectManyInput,
    answer: batch('ids', rejectResult, 'rejected'),
    itemErrors: [...bulkErrors, 'commission_in_payout', 'commission_adjusted', 'commission_of_month'],
    table: bulkChange,
  },
  restore: {
    method: 'POST',
    path: '/commissions/{id}/restore',
    summary: 'Restore a rejected commission',
    description: descriptions.restore,
    ...decision,
    errors: ['status_conflict', 'commission_earns_nothing'],
  },
  reopen: {
    method: 'POST',
    path: '/commissions/{id}/reopen',
    summary: 'Reopen an approved commission',
    description: descriptions.reopen,
    ...decision,
    errors: ['status_conflict', 'commission_in_payout', 'commission_adjusted', 'commission_of_month'],
  },
});
