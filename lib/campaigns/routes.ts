// The contract of the endpoints of campaigns and their members.
import * as z from 'zod';
import { created, empty, item, list } from '#lib/contract/answer.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { anyRole, defineRoutes } from '#lib/contract/route.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { campaignAnswer, campaignChanges, campaignFilters, campaignInput, member } from './schema.ts';

const params = z.strictObject({ id: idSchema('campaign') });
const memberParams = z.strictObject({ id: idSchema('campaign'), affiliateId: idSchema('affiliate') });

export const campaigns = defineRoutes('campaigns', {
  list: {
    method: 'GET',
    path: '/campaigns',
    summary: 'List campaigns',
    description: 'Returns the newest campaign first. Filter by `status`.',
    access: anyRole,
    query: campaignFilters,
    answer: list(campaignAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/campaigns/{id}',
    summary: 'Get a campaign',
    access: anyRole,
    params,
    answer: item(campaignAnswer),
    table: { actions: ['GetItem', 'Query'] },
  },
  create: {
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign',
    description:
      'Returns 403 when the plan’s campaign limit is reached. Campaigns that have ended do not count toward the limit.',
    access: anyRole,
    body: campaignInput,
    answer: created(campaignAnswer),
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Update a campaign',
    description:
      'Omitted fields keep their value. Status changes: `draft` → `active`, `active` ↔ `paused`, and `active` or `paused` → ' +
      '`ended`, which is final. Any other status change returns 409.',
    access: anyRole,
    params,
    body: campaignChanges,
    answer: item(campaignAnswer),
    conflicts: true,
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/campaigns/{id}',
    summary: 'Delete a draft campaign',
    description: 'Returns 409 for a campaign with any other status.',
    access: anyRole,
    params,
    answer: empty(),
    conflicts: true,
    table: { actions: ['GetItem', 'DeleteItem', 'UpdateItem'] },
  },
  listMembers: {
    method: 'GET',
    path: '/campaigns/{id}/affiliates',
    summary: 'List campaign creators',
    description: 'Returns the newest creator first.',
    access: anyRole,
    params,
    query: listQuerySchema({}),
    answer: list(member),
    table: { actions: ['GetItem', 'Query'] },
  },
  addMember: {
    method: 'PUT',
    path: '/campaigns/{id}/affiliates/{affiliateId}',
    summary: 'Add creator to campaign',
    description: 'Idempotent: returns 204 if the creator is already in the campaign.',
    access: anyRole,
    params: memberParams,
    answer: empty(),
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  removeMember: {
    method: 'DELETE',
    path: '/campaigns/{id}/affiliates/{affiliateId}',
    summary: 'Remove creator from campaign',
    description: 'Idempotent: returns 204 if the creator is not in the campaign.',
    access: anyRole,
    params: memberParams,
    answer: empty(),
    table: { actions: ['DeleteItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});
