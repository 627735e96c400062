// The endpoints of commissions.
import * as z from 'zod';
import { item, list } from '#lib/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import { idOf } from '#lib/shared/ids.ts';
import { commissionAnswer, commissionFilters } from './schema.ts';

const params = z.strictObject({ id: idOf('commission') });

export const commissions = defineRoutes('commissions', {
  list: {
    method: 'GET',
    path: '/commissions',
    summary: 'List commissions, newest first',
    access: anyRole,
    query: commissionFilters,
    answer: list(commissionAnswer),
    table: { actions: ['Query'], indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus'] },
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
    description: 'One that is approved already stays as it is; any other that is not pending is a 409.',
    access: adminOnly,
    params,
    answer: item(commissionAnswer),
    conflicts: true,
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
});
