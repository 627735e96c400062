// The endpoints of payouts.
import * as z from 'zod';
import { createdOrUnchanged, item, itemOrCsv, list } from '#lib/contract/answer.ts';
import { dryRunQuery } from '#lib/contract/dry-run.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import {
  lineAnswer,
  payoutAnswer,
  payoutChanges,
  payoutDetail,
  payoutFilters,
  payoutInput,
  payoutIdOrCsv,
  payoutPreview,
} from '#lib/payouts/schema/payout.ts';
import { idOf } from '#lib/shared/ids.ts';

const params = z.strictObject({ id: idOf('payout') });

export const payouts = defineRoutes('payouts', {
  create: {
    method: 'POST',
    path: '/payouts',
    summary: 'Put a payout together, of what creators have earned',
    description:
      'Of all approved commissions that are in no payout, negative ones taken off. Creators who come to nothing, or to less ' +
      'than the minimum, wait for a later payout. A commission is in one payout at most. What is answered may still be ' +
      '`preparing`: it goes on by itself.',
    access: adminOnly,
    query: dryRunQuery,
    body: payoutInput,
    answer: createdOrUnchanged(z.union([payoutAnswer, payoutPreview])),
    table: {
      actions: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['byStatus', 'byAffiliateAndStatus'],
    },
  },
  list: {
    method: 'GET',
    path: '/payouts',
    summary: 'List payouts, newest first',
    access: anyRole,
    query: payoutFilters,
    answer: list(payoutAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/payouts/{id}',
    summary: 'Get one payout with its first lines, or all of them as a file',
    description:
      'A line a creator, newest creator first. With `.csv` after the id: all lines as a file to pay by (RFC 4180, UTF-8); a ' +
      '409 unless the payout is ready or was paid.',
    access: anyRole,
    params: z.strictObject({ id: payoutIdOrCsv }),
    answer: itemOrCsv(payoutDetail),
    conflicts: true,
    table: { actions: ['Query'] },
  },
  listLines: {
    method: 'GET',
    path: '/payouts/{id}/lines',
    summary: 'List the lines of a payout, newest creator first',
    access: anyRole,
    params,
    query: listQuerySchema({}),
    answer: list(lineAnswer),
    table: { actions: ['Query'] },
  },
  update: {
    method: 'PATCH',
    path: '/payouts/{id}',
    summary: 'Say that a payout has been paid, or cancel it',
    description:
      'One that is ready becomes paid, by a reference, and its commissions with it. One that is preparing or ready can be ' +
      'canceled: its commissions are free for another payout. What is answered may still be `paying` or `canceling`: it ' +
      'goes on by itself. The same again changes nothing; anything else is a 409.',
    access: adminOnly,
    params,
    body: payoutChanges,
    answer: item(payoutAnswer),
    conflicts: true,
    table: { actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
});
