// The endpoints of conversions: orders, and their refunds.
import * as z from 'zod';
import { batch, createdOrUnchanged, item, list } from '#lib/contract/answer.ts';
import { dryRunQuery } from '#lib/contract/dry-run.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import {
  bulkResult,
  conversionAnswer,
  conversionFilters,
  conversionPreview,
} from '#lib/conversions/schema/conversion.ts';
import { bulkInput, conversionInput } from '#lib/conversions/schema/order.ts';
import { refundAnswer, refundInput } from '#lib/conversions/schema/refund.ts';
import { idOf } from '#lib/shared/ids.ts';

const params = z.strictObject({ id: idOf('conversion') });

/** Queries find a click whose visit was full. */
const writing = ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem'] as const;

export const conversions = defineRoutes('conversions', {
  create: {
    method: 'POST',
    path: '/conversions',
    summary: 'Record an order',
    description:
      'It is attributed by its discount code, else by its click, else by its tracking code, to a creator that may earn; the ' +
      'receipt tells why. An order that nobody earns with is kept as well. The same order again answers 200 with the same ' +
      'record, also where it is only asked about (`dryRun`); another body under its `orderId` is a 409.',
    access: adminOnly,
    query: dryRunQuery,
    body: conversionInput,
    answer: createdOrUnchanged(z.union([conversionAnswer, conversionPreview])),
    conflicts: true,
    table: { actions: writing },
  },
  createBulk: {
    method: 'POST',
    path: '/conversions/bulk',
    summary: 'Record up to 100 orders',
    description:
      'Each is recorded or refused on its own; `data` has one result for each, in the order sent. A body of the wrong shape ' +
      'is a 400 and records nothing. `meta` counts those that are `created` and those that `failed`; the others were there. With an ' +
      '`Idempotency-Key` a service that is too busy answers a 503 for the whole, and the same request, sent again, goes on: what ' +
      'was recorded by then is known by its `orderId`. Only asked about (`dryRun`), an order that the same request has already ' +
      'is `existing`, as the preview of that.',
    access: adminOnly,
    query: dryRunQuery,
    body: bulkInput,
    answer: batch(bulkResult),
    table: { actions: writing },
  },
  list: {
    method: 'GET',
    path: '/conversions',
    summary: 'List conversions, newest first',
    access: anyRole,
    query: conversionFilters,
    answer: list(conversionAnswer),
    table: { actions: ['GetItem', 'Query'], indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus'] },
  },
  get: {
    method: 'GET',
    path: '/conversions/{id}',
    summary: 'Get one conversion',
    access: anyRole,
    params,
    answer: item(conversionAnswer),
    table: { actions: ['GetItem'] },
  },
  refund: {
    method: 'POST',
    path: '/conversions/{id}/refunds',
    summary: 'Refund an order, or part of it',
    description:
      'The commission follows what is left of the order, until it is paid or in a payout: then a negative one takes back ' +
      'what it is too much. The same refund again answers 200 with the same record, also where it names the amount that ' +
      'it came to; another amount under its `refundId`, or more than is left of the order, is a 409. What has been refunded ' +
      'of an order is its `refundedAmount`.',
    access: adminOnly,
    params,
    body: refundInput,
    answer: createdOrUnchanged(refundAnswer),
    conflicts: true,
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
});
