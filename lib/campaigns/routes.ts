// The endpoints of campaigns and of their members.
import * as z from 'zod';
import { created, empty, item, list } from '#lib/contract/answer.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { anyRole, defineRoutes } from '#lib/contract/route.ts';
import { idOf } from '#lib/shared/ids.ts';
import { campaignAnswer, campaignChanges, campaignFilters, campaignInput, member } from './schema.ts';

const params = z.strictObject({ id: idOf('campaign') });
const memberParams = z.strictObject({ id: idOf('campaign'), affiliateId: idOf('affiliate') });

export const campaigns = defineRoutes('campaigns', {
  list: {
    method: 'GET',
    path: '/campaigns',
    summary: 'List campaigns, newest first',
    access: anyRole,
    query: campaignFilters,
    answer: list(campaignAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/campaigns/{id}',
    summary: 'Get one campaign',
    access: anyRole,
    params,
    answer: item(campaignAnswer),
    table: { actions: ['GetItem', 'Query'] },
  },
  create: {
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign',
    description: '403 when the plan’s limit of campaigns is reached; those that have ended do not count.',
    access: anyRole,
    body: campaignInput,
    answer: created(campaignAnswer),
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Change a campaign',
    description:
      'draft → active; active ↔ paused; active, paused → ended, which is final. Any other change is a 409.',
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
    description: '409 for any campaign that is no draft.',
    access: anyRole,
    params,
    answer: empty(),
    conflicts: true,
    table: { actions: ['GetItem', 'DeleteItem', 'UpdateItem'] },
  },
  listMembers: {
    method: 'GET',
    path: '/campaigns/{id}/affiliates',
    summary: 'List the creators of a campaign, newest creator first',
    access: anyRole,
    params,
    query: listQuerySchema({}),
    answer: list(member),
    table: { actions: ['GetItem', 'Query'] },
  },
  addMember: {
    method: 'PUT',
    path: '/campaigns/{id}/affiliates/{affiliateId}',
    summary: 'Add a creator to a campaign',
    description: 'Idempotent: one that is in it already stays in it.',
    access: anyRole,
    params: memberParams,
    answer: empty(),
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  removeMember: {
    method: 'DELETE',
    path: '/campaigns/{id}/affiliates/{affiliateId}',
    summary: 'Take a creator out of a campaign',
    description: 'Idempotent: one that is not in it stays out of it.',
    access: anyRole,
    params: memberParams,
    answer: empty(),
    table: { actions: ['DeleteItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});
