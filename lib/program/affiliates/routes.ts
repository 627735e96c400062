// Declares the creator endpoints.
import * as z from 'zod';
import { batch, created, createdOrUnchanged, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { bulkInput, bulkResult } from '#lib/program/affiliates/schema/bulk.ts';
import { affiliateAnswer, affiliateChanges, inviteInput } from '#lib/program/affiliates/schema/endpoints.ts';
import { affiliateFilterSets, affiliateFilters } from '#lib/program/affiliates/schema/filters.ts';
import { upsertInput, upsertParams } from '#lib/program/affiliates/schema/upsert.ts';

const params = z.strictObject({ id: idSchema('affiliate') });

const versioned = { except: ['totalRevenue', 'totalOrders', 'commissionEarned'] };

/** The errors of a request that creates a creator. */
const creationErrors = [
  'reference_not_found',
  'creator_limit_reached',
  'creation_limit_reached',
  'affiliate_exists',
  'tracking_code_taken',
] as const;

export const affiliates = defineRoutes('affiliates', {
  list: {
    method: 'GET',
    path: '/affiliates',
    summary: 'List creators',
    description: 'Returns the newest creator first.',
    access: anyRole,
    scope: 'creators:read',
    query: affiliateFilters,
    filterSets: affiliateFilterSets,
    answer: list(affiliateAnswer),
    table: { actions: ['Query'], indexes: ['byStatus', 'byCampaign'] },
  },
  get: {
    method: 'GET',
    path: '/affiliates/{id}',
    summary: 'Get a creator',
    description: 'Returns the creator with its totals.',
    access: anyRole,
    scope: 'creators:read',
    params,
    answer: item(affiliateAnswer),
    versioned,
    table: { actions: ['GetItem', 'Query'] },
  },
  invite: {
    method: 'POST',
    path: '/affiliates/invite',
    summary: 'Invite a creator',
    description:
      'Creates a creator with the status `invited`. Returns 403 when the plan’s creator limit is reached, and when the brand ' +
      'has created twice as many creators in the current billing period. Returns 409 when another creator of this brand has ' +
      'the e-mail address or the `externalId`, or when any creator of the service has the tracking code.',
    access: anyRole,
    scope: 'creators:write',
    body: inviteInput,
    rateFields: ['commissionOverride', 'group'],
    answer: created(affiliateAnswer),
    versioned,
    errors: [...creationErrors, 'external_id_taken'],
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  createBulk: {
    method: 'POST',
    path: '/affiliates/bulk',
    summary: 'Invite several creators',
    description:
      'Invites up to 100 creators, each on its own, as `POST /affiliates/invite` does. `data` has one result per creator, in the order ' +
      'of the request. An invalid row fails alone. A body without a list of 1 to 100 rows is a 400. If the service is busy, a request with an `Idempotency-Key` returns ' +
      '503; retry it with the same key to invite the rest.',
    access: adminOnly,
    scope: 'creators:write',
    body: bulkInput,
    answer: batch('affiliates', bulkResult),
    itemErrors: [
      'validation_failed',
      'reference_not_found',
      'creator_limit_reached',
      'creation_limit_reached',
      'affiliate_exists',
      'tracking_code_taken',
      'external_id_taken',
      'service_busy',
    ],
    table: { actions: ['PutItem', 'UpdateItem', 'BatchGetItem', 'ConditionCheckItem'] },
  },
  upsert: {
    method: 'PUT',
    path: '/affiliates/by-external-id/{externalId}',
    summary: 'Create or update creator',
    description:
      'Creates a creator with the status `invited` and this `externalId`, or updates the creator that has it. An update changes ' +
      '`email`, `name`, `group` and `commissionOverride`, merges `metadata`, and adds the creator to the campaigns; absent fields keep their ' +
      'values, and the creator stays in all its campaigns. It never changes the status or the tracking code; another `trackingCode` ' +
      'returns 409. A retry is safe and returns 200. Concurrent requests for a new id create one creator. The limits of the plan and ' +
      'the conflicts are those of `POST /affiliates/invite`. A creator that has the e-mail address but not this `externalId` returns ' +
      '409: set its `externalId` with `PATCH /affiliates/{id}` first.',
    access: anyRole,
    scope: 'creators:write',
    params: upsertParams,
    body: upsertInput,
    rateFields: ['commissionOverride', 'group'],
    answer: createdOrUnchanged(affiliateAnswer),
    versioned,
    errors: [...creationErrors, 'affiliate_erased', 'tracking_code_fixed'],
    table: { actions: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/affiliates/{id}',
    summary: 'Update a creator',
    description:
      'Changes the status, the commission override, the group, the e-mail address, the name, the external id or the metadata. An e-mail address or ' +
      'external id of another creator returns 409. Status changes: `invited` → `active`, `active` ↔ `paused`, ' +
      '`applied` → `active` or `declined`, `declined` → `active`, any other → `banned`, and `banned` → `active`. Any other status change returns 409. Only an admin can lift a ban; ' +
      'this returns 403 when the plan’s creator limit is reached. If another creator has taken the tracking code, which is ' +
      'possible 90 days after a ban, the creator gets a new one.',
    access: anyRole,
    scope: 'creators:write',
    params,
    body: affiliateChanges,
    rateFields: ['commissionOverride', 'group'],
    answer: item(affiliateAnswer),
    versioned,
    errors: [
      'affiliate_erased',
      'role_forbidden',
      'creator_limit_reached',
      'creation_limit_reached',
      'status_conflict',
      'affiliate_exists',
      'external_id_taken',
    ],
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
});
