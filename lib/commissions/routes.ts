// The endpoints of commissions.
import * as z from 'zod';
import {
  approveInput,
  approveResult,
  commissionAnswer,
  rejectInput,
} from '#lib/commissions/schema/commission.ts';
import { commissionFilters } from '#lib/commissions/schema/filters.ts';
import { batch, item, list } from '#lib/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import { idOf } from '#lib/shared/ids.ts';

const params = z.strictObject({ id: idOf('commission') });

/** Read, then written with everything that it moves. */
const deciding = ['GetItem', 'PutItem', 'UpdateItem'] as const;

export const commissions = defineRoutes('commissions', {
  list: {
    method: 'GET',
    path: '/commissions',
    summary: 'List commissions, newest first',
    access: anyRole,
    query: commissionFilters,
    answer: list(commissionAnswer),
    table: { actions: ['Query'], indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus', 'byHold'] },
  },
  get: {
    method: 'GET',
    path: '/commissions/{id}',
    summary: 'Get one commission',
    access: anyRole,
    params,
    answer: item(commissionAnswer),
    table: { actions: ['GetItem'] },
  },
  approve: {
    method: 'PATCH',
    path: '/commissions/{id}/approve',
    summary: 'Approve a commission by hand',
    description:
      'One that is held as well. One that is approved already stays as it is; any other that is not pending is a 409. What ' +
      'is approved is owed, whatever becomes of its creator.',
    access: adminOnly,
    params,
    answer: item(commissionAnswer),
    conflicts: true,
    table: { actions: deciding },
  },
  approveMany: {
    method: 'POST',
    path: '/commissions/approve',
    summary: 'Approve up to 100 commissions by hand',
    description:
      'Each is approved or refused on its own; `data` has one result for each, in the order sent. `meta` counts those that are ' +
      '`approved`, also those that were before, and those that `failed`. With an `Idempotency-Key` a service that is too busy ' +
      'answers a 503 for the whole, and the same request, sent again, goes on: what was approved by then stays so.',
    access: adminOnly,
    body: approveInput,
    answer: batch(approveResult, 'approved'),
    table: { actions: deciding },
  },
  reject: {
    method: 'PATCH',
    path: '/commissions/{id}/reject',
    summary: 'Reject a commission',
    description:
      'A pending one, or an approved one that is in no payout; any other is a 409, and so is one that a refund has taken back ' +
      'from while it was in one, and the negative one that takes back. One that is rejected already stays as it is.',
    access: adminOnly,
    params,
    body: rejectInput,
    answer: item(commissionAnswer),
    conflicts: true,
    table: { actions: deciding },
  },
});
