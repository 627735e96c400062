// The endpoints of creators.
import * as z from 'zod';
import { created, item, list } from '#lib/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/contract/route.ts';
import { idOf } from '#lib/shared/ids.ts';
import { affiliateAnswer, affiliateChanges, affiliateFilters, inviteInput } from './schema.ts';

const params = z.strictObject({ id: idOf('affiliate') });

export const affiliates = defineRoutes('affiliates', {
  list: {
    method: 'GET',
    path: '/affiliates',
    summary: 'List creators, newest first',
    access: anyRole,
    query: affiliateFilters,
    answer: list(affiliateAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/affiliates/{id}',
    summary: 'Get one creator',
    access: anyRole,
    params,
    answer: item(affiliateAnswer),
    table: { actions: ['GetItem', 'Query'] },
  },
  invite: {
    method: 'POST',
    path: '/affiliates/invite',
    summary: 'Invite a creator by e-mail',
    description:
      '403 when the plan’s limit of creators is reached; 409 when the e-mail address is taken in this brand, or the tracking code anywhere.',
    access: anyRole,
    body: inviteInput,
    answer: created(affiliateAnswer),
    conflicts: true,
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/affiliates/{id}',
    summary: 'Change a creator’s status, commission override or name',
    description:
      'invited → active; active ↔ paused; any → banned; banned → active by an admin, when the plan has a free place. Any other change is a 409.',
    access: anyRole,
    params,
    body: affiliateChanges,
    answer: item(affiliateAnswer),
    conflicts: true,
    table: { actions: ['GetItem', 'Query', 'UpdateItem'] },
  },
});
