// Defines the endpoints of discount codes.
import * as z from 'zod';
import { batch, created, empty, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import {
  bulkInput,
  bulkResult,
  discountAnswer,
  discountChanges,
  discountInput,
} from '#lib/program/discounts/schema/endpoints.ts';
import { discountFilterSets, discountFilters } from '#lib/program/discounts/schema/filters.ts';
import { withExpansions } from '#lib/program/expansions/schema/answers.ts';
import { expandQuery, expandScopes } from '#lib/program/expansions/schema/query.ts';

const params = z.strictObject({ id: idSchema('discount') });

const expandedDiscount = withExpansions(
  discountAnswer,
  'ExpandedDiscount',
  'A discount code with the records of `expand`.',
);

export const discounts = defineRoutes('discounts', {
  list: {
    method: 'GET',
    path: '/discounts',
    summary: 'List discount codes',
    description: 'Returns the newest discount code first.',
    access: anyRole,
    scope: 'discounts:read',
    fieldScopes: expandScopes,
    query: discountFilters,
    filterSets: discountFilterSets,
    answer: list(expandedDiscount),
    table: { actions: ['Query'], indexes: ['byAffiliate', 'byCampaign', 'byDiscount', 'byTime'] },
  },
  get: {
    method: 'GET',
    path: '/discounts/{id}',
    summary: 'Get a discount code',
    description: 'Returns the discount code with its totals.',
    access: anyRole,
    scope: 'discounts:read',
    fieldScopes: expandScopes,
    params,
    query: expandQuery,
    answer: item(expandedDiscount),
    table: { actions: ['GetItem', 'Query'] },
  },
  create: {
    method: 'POST',
    path: '/discounts',
    summary: 'Create a discount code',
    description:
      'Codes are unique within the brand, whatever their letter case and spacing. Returns 409 when the code is taken, and 400 when the creator or ' +
      'campaign does not exist. A code for a campaign makes its creator a member of the campaign, because only members earn ' +
      'with it.',
    access: adminOnly,
    scope: 'discounts:write',
    body: discountInput,
    answer: created(discountAnswer),
    errors: ['reference_not_found', 'affiliate_erased', 'discount_exists', 'external_id_taken'],
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  createBulk: {
    method: 'POST',
    path: '/discounts/bulk',
    summary: 'Create discount codes in bulk',
    description:
      'Creates up to 100 discount codes. A code for a campaign makes its creator a member of the campaign. Each one succeeds ' +
      'or fails individually, and `data` has one result for each definition, in the same order. A body without a list of 1 to 100 rows is a 400. If the ' +
      'service is too busy to create all of them, the remaining ones fail with 503, and if none is created, the whole ' +
      'request returns 503. With an `Idempotency-Key`, the whole request returns 503 in both cases, and a retry with the ' +
      'same key continues where it stopped.',
    access: adminOnly,
    scope: 'discounts:write',
    body: bulkInput,
    answer: batch('discounts', bulkResult),
    itemErrors: [
      'validation_failed',
      'reference_not_found',
      'affiliate_erased',
      'discount_exists',
      'external_id_taken',
      'service_busy',
    ],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/discounts/{id}',
    summary: 'Update a discount code',
    description:
      'Changes the status, the validity, the external id or the metadata. A pause affects only orders from then on. Delete a ' +
      'code and create another one to change anything else.',
    access: adminOnly,
    scope: 'discounts:write',
    params,
    body: discountChanges,
    answer: item(discountAnswer),
    errors: ['external_id_taken'],
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/discounts/{id}',
    summary: 'Delete a discount code',
    description:
      'The same code can be created again afterwards. Orders from before the deletion still belong to its creator, however late ' +
      'they are reported.',
    access: adminOnly,
    scope: 'discounts:write',
    params,
    answer: empty(),
    table: { actions: ['GetItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  },
});
