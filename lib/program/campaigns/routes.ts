// Declares the endpoints of campaigns and their members.
import * as z from 'zod';
import { created, empty, item, list } from '#lib/foundation/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import {
  campaignAnswer,
  campaignChanges,
  campaignFilterSets,
  campaignFilters,
  campaignInput,
  memberFilters,
} from './schema/endpoints.ts';
import { member } from './schema.ts';

const params = z.strictObject({ id: idSchema('campaign') });
const versioned = { except: ['isRunning', 'creatorsCount', 'totalRevenue'] };
const memberParams = z.strictObject({ id: idSchema('campaign'), affiliateId: idSchema('affiliate') });

export const campaigns = defineRoutes('campaigns', {
  list: {
    method: 'GET',
    path: '/campaigns',
    summary: 'List campaigns',
    description: 'Returns the newest campaign first.',
    access: anyRole,
    scope: 'campaigns:read',
    query: campaignFilters,
    filterSets: campaignFilterSets,
    answer: list(campaignAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/campaigns/{id}',
    summary: 'Get a campaign',
    description: 'Returns the campaign with its number of members.',
    access: anyRole,
    scope: 'campaigns:read',
    params,
    answer: item(campaignAnswer),
    versioned,
    table: { actions: ['GetItem', 'Query'] },
  },
  create: {
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign',
    description:
      'Returns 403 when the plan’s campaign limit is reached, and when the brand has created twice as many campaigns in the ' +
      'current billing period. Campaigns that have ended do not count toward the limit of the plan.',
    access: anyRole,
    scope: 'campaigns:write',
    body: campaignInput,
    rateFields: ['commission'],
    answer: created(campaignAnswer),
    versioned,
    errors: ['campaign_limit_reached', 'creation_limit_reached', 'external_id_taken'],
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Update a campaign',
    description:
      'Omitted fields keep their value. Status changes: `draft` → `active`, `active` ↔ `paused`, and `active` or `paused` → ' +
      '`ended`, which is final. Any other status change returns 409. A change affects orders and clicks from now on; recorded ' +
      'orders keep their campaign.',
    access: anyRole,
    scope: 'campaigns:write',
    params,
    body: campaignChanges,
    rateFields: ['commission'],
    answer: item(campaignAnswer),
    versioned,
    errors: ['status_conflict', 'external_id_taken'],
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/campaigns/{id}',
    summary: 'Delete a draft campaign',
    description: 'Returns 409 for a campaign with any other status.',
    access: anyRole,
    scope: 'campaigns:write',
    params,
    answer: empty(),
    versioned,
    errors: ['campaign_not_draft'],
    table: { actions: ['GetItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  },
  listMembers: {
    method: 'GET',
    path: '/campaigns/{id}/affiliates',
    summary: 'List campaign creators',
    description:
      'Returns the newest creator first. `createdFrom` and `createdTo` apply to the creation of the creator, not to `joinedAt`.',
    access: anyRole,
    scope: 'campaigns:read',
    params,
    query: memberFilters,
    answer: list(member),
    table: { actions: ['GetItem', 'Query'] },
  },
  addMember: {
    method: 'PUT',
    path: '/campaigns/{id}/affiliates/{affiliateId}',
    summary: 'Add creator to campaign',
    description: 'Idempotent: returns 204 if the creator is already in the campaign.',
    access: anyRole,
    scope: 'campaigns:write',
    params: memberParams,
    answer: empty(),
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  removeMember: {
    method: 'DELETE',
    path: '/campaigns/{id}/affiliates/{affiliateId}',
    summary: 'Remove creator from campaign',
    description:
      'Idempotent: returns 204 if the creator is not in the campaign. Earlier orders of the creator still earn with the campaign.',
    access: anyRole,
    scope: 'campaigns:write',
    params: memberParams,
    answer: empty(),
    table: { actions: ['GetItem', 'DeleteItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});
