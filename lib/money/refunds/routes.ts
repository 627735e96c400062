// Defines the endpoints of refunds.

import * as z from 'zod';
import { createdOrUnchanged, item, list } from '#lib/foundation/contract/answer.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { atConversion } from '#lib/money/conversions/schema/address.ts';
import { ownIdInPath } from '#lib/money/conversions/schema/own-id.ts';
import {
  refundAnswer,
  refundInput,
  refundOfOrderInput,
  reversalInput,
} from '#lib/money/conversions/schema/refund.ts';

const refundId = ownIdInPath('refund', 'Your id of the refund, percent-encoded.', 'refund-7');

export const conversions = defineRoutes('conversions', {
  refund: {
    method: 'POST',
    ...atConversion('/refunds', {}),
    summary: 'Refund an order',
    description:
      'Refunds all or part of an order and adds to its `refundedAmount`. The commission is recalculated from the remaining ' +
      'amount. If it is paid or in a payout, a clawback (a negative commission) is created instead. Repeating a refund ' +
      'returns 200 with the recorded refund. Returns 409 if the `refundId` is already used with a different amount or time, or if the ' +
      'amount is more than the remaining amount of the order, which the message names.',
    access: adminOnly,
    scope: 'conversions:write',
    body: refundInput,
    answer: createdOrUnchanged(refundAnswer),
    errors: ['order_canceled', 'order_fully_refunded', 'refund_id_reused', 'refund_too_large'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  listRefunds: {
    method: 'GET',
    ...atConversion('/refunds', {}),
    summary: 'List the refunds of an order',
    description: 'Returns the newest refunds first, also those that are reversed.',
    access: anyRole,
    scope: 'conversions:read',
    query: listQuerySchema({}),
    answer: list(refundAnswer),
    table: { actions: ['BatchGetItem', 'GetItem', 'Query'] },
  },
});

export const refunds = defineRoutes('refunds', {
  create: {
    method: 'POST',
    path: '/refunds',
    summary: 'Refund an order by its order id',
    description:
      'Refunds a recorded order as `POST /conversions/{id}/refunds` does. If the order is not recorded yet, the refund is `pending`, ' +
      'needs an `amount`, and waits 90 days for the order, which is then recorded with the refund. It deducts at most the amount of ' +
      'the order; `requestedAmount` keeps the amount of the request. Returns 409 if ten refunds already wait for the order.',
    access: adminOnly,
    scope: 'conversions:write',
    body: refundOfOrderInput,
    answer: createdOrUnchanged(refundAnswer),
    errors: [
      'order_canceled',
      'order_fully_refunded',
      'pending_refund_limit_reached',
      'refund_id_reused',
      'refund_too_large',
    ],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  list: {
    method: 'GET',
    path: '/refunds',
    summary: 'List pending refunds',
    description:
      'Returns the refunds that wait for their orders, the newest first. `GET /conversions/{id}/refunds` lists those of an order.',
    access: anyRole,
    scope: 'conversions:read',
    query: listQuerySchema({
      status: z
        .literal('pending')
        .optional()
        .meta({ description: 'Always `pending`, which is the default.' }),
    }),
    answer: list(refundAnswer),
    table: { actions: ['Query'] },
  },
  reverse: {
    method: 'POST',
    ...atConversion('/refunds/{refundId}/reverse', { refundId }),
    summary: 'Reverse a refund',
    description:
      'Takes a refund back, such as after a chargeback that you have won. The `refundedAmount` decreases, and the commission is ' +
      'recalculated. If it is paid or in a payout, a supplement (a commission of the difference) is created instead. Figures count ' +
      'the reversal on its own day, as a negative refund. Reversing again returns 200 with the reversed refund. Its `refundId` stays used.',
    access: adminOnly,
    scope: 'conversions:write',
    body: reversalInput,
    answer: item(refundAnswer),
    errors: ['order_canceled'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
});
