// Defines the endpoints of payouts.
import * as z from 'zod';
import { createdOrNothing, item, itemOrCsv, list } from '#lib/foundation/contract/answer.ts';
import { csvQuery } from '#lib/foundation/contract/csv.ts';
import { dryRunQuery } from '#lib/foundation/contract/dry-run.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import {
  emptyPayoutMeta,
  payoutAnswer,
  payoutDetail,
  payoutPreview,
} from '#lib/money/payouts/schema/answers.ts';
import {
  lineChanges,
  lineFilterSets,
  lineFilters,
  payoutChanges,
  payoutFilterSets,
  payoutFilters,
  payoutIdOrCsv,
  payoutInput,
  payoutReopening,
} from '#lib/money/payouts/schema/endpoints.ts';
import { lineAnswer } from '#lib/money/payouts/schema/line-answer.ts';

const params = z.strictObject({ id: idSchema('payout') });

export const payouts = defineRoutes('payouts', {
  create: {
    method: 'POST',
    path: '/payouts',
    summary: 'Create a payout',
    description:
      'Collects all approved commissions that are not in another payout, including clawbacks. Creators whose total is not ' +
      'above 0, or below the minimum, wait for a later payout. So do creators who are `invited` or `banned` when their line is ' +
      'completed; the payout lists them as `excluded`. `includeBanned` pays banned creators as well. Paused creators are paid. ' +
      'The response may still have the status `preparing`; the service then completes the payout, and it becomes `ready`. If ' +
      'nothing is payable, no payout is created: the response is a 200 with `data: null`, and `meta.reason` tells why. A payout ' +
      'that turns out to be empty later is canceled, with an `emptyReason`. While another payout of the brand is `preparing`, `updating` or `canceling`, ' +
      'the response is a 409 with the code `payout_in_progress` and the id of that payout.',
    access: adminOnly,
    scope: 'payouts:write',
    query: dryRunQuery,
    body: payoutInput,
    answer: {
      ...createdOrNothing(z.union([payoutAnswer, payoutPreview]), emptyPayoutMeta),
      dataOfStatus: { 200: payoutPreview, 201: payoutAnswer },
    },
    errors: ['reference_not_found', 'payout_in_progress'],
    table: {
      actions: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['byStatus', 'byAffiliateAndStatus'],
      guarded: { paymentDetails: 'read' },
    },
  },
  list: {
    method: 'GET',
    path: '/payouts',
    summary: 'List payouts',
    description: 'Returns the newest payouts first.',
    access: anyRole,
    scope: 'payouts:read',
    query: payoutFilters,
    filterSets: payoutFilterSets,
    answer: list(payoutAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/payouts/{id}',
    summary: 'Get a payout',
    description:
      'Includes the first lines and the first excluded creators. A payout has one line per creator, newest creator first. Append `.csv` to the id to download ' +
      'all lines as a CSV file (RFC 4180, UTF-8), without the excluded creators. The file is a 409 while the payout is `preparing` or `canceling`, and after it was canceled.',
    access: anyRole,
    scope: 'payouts:read',
    params: z.strictObject({ id: payoutIdOrCsv }),
    query: z.strictObject(csvQuery),
    answer: itemOrCsv(payoutDetail),
    errors: ['payout_has_no_file'],
    table: { actions: ['Query'] },
  },
  listLines: {
    method: 'GET',
    path: '/payouts/{id}/lines',
    summary: 'List the lines of a payout',
    description:
      'Returns one line per creator who is paid, newest creator first. With `excluded=true`, returns the creators who are ' +
      'excluded instead. `createdFrom` and `createdTo` apply to the creation of the creator. The list is empty until the payout ' +
      'is ready.',
    access: anyRole,
    scope: 'payouts:read',
    params,
    query: lineFilters,
    filterSets: lineFilterSets,
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
    scope: 'payouts:write',
    params,
    body: payoutChanges,
    answer: item(payoutAnswer),
    errors: ['status_conflict', 'payout_reference_used', 'payout_has_paid_lines'],
    table: { actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  updateLine: {
    method: 'PATCH',
    path: '/payouts/{id}/lines/{affiliateId}',
    summary: 'Mark a payout line',
    description:
      'A line of a `ready` or `paid` payout can be marked as failed: its commissions leave the payout and its figures, and a later ' +
      'payout can contain them. A line of a `ready` payout can be marked as paid before the others. Such a payout cannot be ' +
      'canceled. The payout may be `updating` for a while; the service completes the change. A failed line stays failed.',
    access: adminOnly,
    scope: 'payouts:write',
    params: z.strictObject({ id: idSchema('payout'), affiliateId: idSchema('affiliate') }),
    body: lineChanges,
    answer: item(lineAnswer),
    errors: ['status_conflict', 'payout_in_progress'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  reopen: {
    method: 'POST',
    path: '/payouts/{id}/reopen',
    summary: 'Reopen a payout',
    description:
      'Takes back that a payout was marked as paid, within 7 days of `paidAt`. Its commissions are approved again and stay in the ' +
      'payout, which becomes `ready` and can be paid or canceled. Refunds in the meantime are deducted by the next payout, as ' +
      'after any payment. The response may still have the status `reopening`; the service completes the change. A payout that ' +
      'is not paid, or was paid earlier, is a 409.',
    access: adminOnly,
    scope: 'payouts:write',
    params,
    body: payoutReopening,
    answer: item(payoutAnswer),
    errors: ['status_conflict', 'payout_not_reopenable'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
});
