// Defines the endpoints of payouts.
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
  payoutIdOrCsv,
  payoutInput,
  payoutPreview,
} from '#lib/payouts/schema/payout.ts';
import { idSchema } from '#lib/shared/ids.ts';

const params = z.strictObject({ id: idSchema('payout') });

export const payouts = defineRoutes('payouts', {
  create: {
    method: 'POST',
    path: '/payouts',
    summary: 'Create a payout',
    description:
      'Collects all approved commissions that are not in another payout, including clawbacks. Creators whose total is not ' +
      'above 0, or below the minimum, wait for a later payout. The response may still have the status `preparing`; the ' +
      'service then completes the payout, and it becomes `ready`. While another payout of the brand is `preparing` or `canceling`, ' +
      'the response is a 409 with the code `payoutInProgress` and the id of that payout.',
    access: adminOnly,
    query: dryRunQuery,
    body: payoutInput,
    answer: createdOrUnchanged(z.union([payoutAnswer, payoutPreview])),
    conflicts: true,
    table: {
      actions: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['byStatus', 'byAffiliateAndStatus'],
    },
  },
  list: {
    method: 'GET',
    path: '/payouts',
    summary: 'List payouts',
    description: 'Returns the newest payouts first.',
    access: anyRole,
    query: payoutFilters,
    answer: list(payoutAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/payouts/{id}',
    summary: 'Get a payout',
    description:
      'Includes the first lines. A payout has one line per creator, newest creator first. Append `.csv` to the id to download ' +
      'all lines as a CSV file (RFC 4180, UTF-8). The file is a 409 unless the payout is `ready`, `paying` or `paid`.',
    access: anyRole,
    params: z.strictObject({ id: payoutIdOrCsv }),
    answer: itemOrCsv(payoutDetail),
    conflicts: true,
    table: { actions: ['Query'] },
  },
  listLines: {
    method: 'GET',
    path: '/payouts/{id}/lines',
    summary: 'List the lines of a payout',
    description:
      'Returns one line per creator, newest creator first. The list is empty until the payout is ready.',
    access: anyRole,
    params,
    query: listQuerySchema({}),
    answer: list(lineAnswer),
    table: { actions: ['Query'] },
  },
  update: {
    method: 'PATCH',
    path: '/payouts/{id}',
    summary: 'Mark a payout as paid, or cancel it',
    description:
      'A `ready` payout can be marked as paid, with a reference. A `preparing` or `ready` payout can be canceled, which ' +
      'releases its commissions for another payout. The response may still have the status `paying` or `canceling`; the service ' +
      'completes the change. Repeating a request changes nothing. Any other change is a 409.',
    access: adminOnly,
    params,
    body: payoutChanges,
    answer: item(payoutAnswer),
    conflicts: true,
    table: { actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
});
