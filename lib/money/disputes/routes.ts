// Declares the endpoints of disputes.
import * as z from 'zod';
import { created, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import {
  acceptanceInput,
  disputeAnswer,
  disputeFilterSets,
  disputeFilters,
  disputeInput,
  ownDisputeAnswer,
  ownDisputeFilters,
  ownDisputeInput,
  rejectionInput,
  withdrawalInput,
} from './schema/endpoints.ts';

const params = z.strictObject({ id: idSchema('dispute') });

const closing = {
  scope: 'commissions:write',
  params,
  answer: item(disputeAnswer),
  table: { actions: ['GetItem', 'UpdateItem', 'DeleteItem'] },
} as const;

export const disputes = defineRoutes('disputes', {
  create: {
    method: 'POST',
    path: '/disputes',
    summary: 'Open a dispute',
    description:
      'Records that a creator disputes an order that is missing or attributed to somebody else, or a commission that is rejected or ' +
      'too small. A creator has one open dispute about the same order, conversion or commission; another one is a 409 that names it.',
    access: anyRole,
    scope: 'commissions:write',
    body: disputeInput,
    answer: created(disputeAnswer),
    errors: ['reference_not_found', 'affiliate_erased', 'dispute_exists', 'external_id_taken'],
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  list: {
    method: 'GET',
    path: '/disputes',
    summary: 'List disputes',
    description: 'Returns the newest dispute first.',
    access: anyRole,
    scope: 'commissions:read',
    query: disputeFilters,
    filterSets: disputeFilterSets,
    answer: list(disputeAnswer),
    table: { actions: ['Query'], indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus'] },
  },
  get: {
    method: 'GET',
    path: '/disputes/{id}',
    summary: 'Get a dispute',
    description: 'Returns the dispute with the decision about it.',
    access: anyRole,
    scope: 'commissions:read',
    params,
    answer: item(disputeAnswer),
    table: { actions: ['GetItem'] },
  },
  accept: {
    method: 'POST',
    path: '/disputes/{id}/accept',
    summary: 'Accept a dispute',
    description:
      'Closes an open dispute for the creator. It moves no money: record or attribute the order, restore the commission, change the ' +
      'amount of the order, or create a bonus, and name the result in `resolution`. Returns 200 without a change if the dispute is already ' +
      'accepted, and 409 if it was closed otherwise.',
    access: adminOnly,
    body: acceptanceInput,
    errors: ['status_conflict', 'reference_not_found'],
    ...closing,
    table: { actions: [...closing.table.actions, 'ConditionCheckItem'] },
  },
  reject: {
    method: 'POST',
    path: '/disputes/{id}/reject',
    summary: 'Reject a dispute',
    description:
      'Closes an open dispute against the creator, who may open another one. Returns 200 without a change if the dispute is already ' +
      'rejected, and 409 if it was closed otherwise.',
    access: adminOnly,
    body: rejectionInput,
    errors: ['status_conflict'],
    ...closing,
  },
  withdraw: {
    method: 'POST',
    path: '/disputes/{id}/withdraw',
    summary: 'Withdraw a dispute',
    description:
      'Closes an open dispute, because the creator no longer asks. Returns 200 without a change if the dispute is already withdrawn, and ' +
      '409 if it was closed otherwise.',
    access: anyRole,
    body: withdrawalInput,
    errors: ['status_conflict'],
    ...closing,
  },
});

/** The endpoints of the portal read or change only the disputes of the creator of the session. */
export const creator = defineRoutes('creator', {
  listDisputes: {
    method: 'GET',
    path: '/creator/disputes',
    summary: 'List the own disputes',
    description: 'Returns the newest dispute first.',
    access: ownCreator,
    query: ownDisputeFilters,
    answer: list(ownDisputeAnswer),
    table: { actions: [], indexes: ['byAffiliate', 'byAffiliateAndStatus'] },
  },
  createDispute: {
    method: 'POST',
    path: '/creator/disputes',
    summary: 'Dispute an order',
    description:
      'Asks the brand about an order or a commission. One open dispute about the same subject is possible.',
    access: ownCreator,
    body: ownDisputeInput,
    answer: created(ownDisputeAnswer),
    errors: ['reference_not_found', 'affiliate_erased', 'dispute_exists'],
    throttle: 'strict',
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});
