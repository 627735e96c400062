// Defines the endpoints of conversions and refunds.
import { batch, createdOrUnchangedWithWarnings, item, list } from '#lib/foundation/contract/answer.ts';
import { dryRunQuery } from '#lib/foundation/contract/dry-run.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { atConversion } from '#lib/money/conversions/schema/address.ts';
import { conversionDetails } from '#lib/money/conversions/schema/details.ts';
import {
  bulkResult,
  conversionAnswer,
  conversionOrPreview,
} from '#lib/money/conversions/schema/endpoints.ts';
import { conversionFilterSets, conversionFilters } from '#lib/money/conversions/schema/filters.ts';
import { bulkInput, conversionInput } from '#lib/money/conversions/schema/order.ts';
import { withExpansions } from '#lib/program/expansions/schema/answers.ts';
import { expandQuery, expandScopes } from '#lib/program/expansions/schema/query.ts';

/** `Query` finds a click beyond a full visit, a deleted discount code and a former membership. */
const recording = ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

const expandedDetails = 'A recorded order with its customer, its line items and the records of `expand`.';
const listed = withExpansions(conversionAnswer, 'ListedConversion', 'A recorded order, as lists return it.');
const expanded = withExpansions(conversionDetails, 'ExpandedConversion', expandedDetails);

export const conversions = defineRoutes('conversions', {
  create: {
    method: 'POST',
    path: '/conversions',
    summary: 'Record an order',
    description:
      'Attributes the order to a creator: by its discount code, else by its click, else by its tracking code. The `receipt` ' +
      'explains the result. An order without a creator is recorded as well. Repeating an order, also as a dry run, returns ' +
      '200 with the recorded conversion. Returns 409 if the `orderId` is already used with a different body, or if the sum of ' +
      'all orders of the brand has no room for it (`sum_limit_reached`).',
    access: adminOnly,
    scope: 'conversions:write',
    query: dryRunQuery,
    body: conversionInput,
    answer: {
      ...createdOrUnchangedWithWarnings(conversionOrPreview),
      dataOfStatus: { 201: conversionAnswer },
    },
    errors: ['order_id_reused', 'external_id_taken', 'sum_limit_reached', 'exchange_rate_missing'],
    table: { actions: recording },
  },
  createBulk: {
    method: 'POST',
    path: '/conversions/bulk',
    summary: 'Record several orders',
    description:
      'Records up to 100 orders, each on its own. `data` has one result per order, in the order of the ' +
      'request. An invalid row fails alone. A body without a list of 1 to 100 rows is a 400. `meta` counts the `created` and the `failed` orders; all others ' +
      'already existed. If the service is busy, a request with an `Idempotency-Key` returns 503; retry it with the same key. ' +
      'In a dry run, an order that repeats an earlier one of the same request is `existing`.',
    access: adminOnly,
    scope: 'conversions:write',
    query: dryRunQuery,
    body: bulkInput,
    answer: batch('conversions', bulkResult),
    itemErrors: [
      'validation_failed',
      'order_id_reused',
      'external_id_taken',
      'sum_limit_reached',
      'exchange_rate_missing',
      'service_busy',
    ],
    table: { actions: recording },
  },
  list: {
    method: 'GET',
    path: '/conversions',
    summary: 'List conversions',
    description: 'Returns the newest conversions first.',
    access: anyRole,
    scope: 'conversions:read',
    fieldScopes: expandScopes,
    query: conversionFilters,
    filterSets: conversionFilterSets,
    answer: list(listed),
    table: {
      actions: ['Query'],
      indexes: [
        'byStatus',
        'byAffiliate',
        'byAffiliateAndStatus',
        'byCampaign',
        'byDiscount',
        'byCustomer',
        'byTime',
      ],
    },
  },
  get: {
    method: 'GET',
    ...atConversion('', {}),
    summary: 'Get a conversion',
    description: 'Also returns the `customerId` and the line items, which lists omit.',
    access: anyRole,
    scope: 'conversions:read',
    fieldScopes: expandScopes,
    query: expandQuery,
    answer: item(expanded),
    table: { actions: ['GetItem', 'Query'] },
  },
});
