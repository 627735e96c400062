// Declares the endpoints of payout files, of the results of payments and of the report of payments, beside lib/money/payouts/routes.ts.
import * as z from 'zod';
import { file, item, itemOrAcceptedCsv } from '#lib/foundation/contract/answer.ts';
import { csvQuery } from '#lib/foundation/contract/csv.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { fileFormat, filesAnswer } from '#lib/money/payouts/schema/files.ts';
import { paymentsAnswer, paymentsQuery } from '#lib/money/payouts/schema/payments.ts';
import { resultsAnswer, resultsInput } from '#lib/money/payouts/schema/results.ts';

const params = z.strictObject({ id: idSchema('payout') });

export const payouts = defineRoutes('payouts', {
  listFiles: {
    method: 'GET',
    path: '/payouts/{id}/files',
    summary: 'List payout files',
    description:
      'Returns the number of lines and the amount in each file that pays the creators, and who is missing and why. Lines in the file and missing lines ' +
      'add up to the payout. Failed lines are in neither. A payout without a file is a 409, as for `GET /payouts/{id}.csv`.',
    access: anyRole,
    scope: 'payouts:read',
    contentScopes: ['creators:read'],
    params,
    answer: item(filesAnswer),
    errors: ['payout_has_no_file'],
    table: { actions: ['Query'], guarded: { paymentDetails: 'read' } },
  },
  getFile: {
    method: 'GET',
    path: '/payouts/{id}/files/{format}',
    summary: 'Download a payout file',
    description:
      'Returns the file with the complete accounts of the creators, to upload it to the bank, PayPal or Wise. It has the open lines whose creators have ' +
      'usable details of the format. Ids of payments are the same in each download. The audit trail records the download.',
    access: adminOnly,
    scope: 'payouts:read',
    contentScopes: ['creators:read', 'payouts:write'],
    params: z.strictObject({ id: idSchema('payout'), format: fileFormat }),
    query: z.strictObject(csvQuery),
    answer: file(),
    errors: [
      'payout_has_no_file',
      'payout_account_missing',
      'payout_currency_unsupported',
      'payout_file_empty',
      // The audit trail cannot record the download.
      'read_only',
    ],
    readsPaymentKey: true,
    table: { actions: ['Query', 'PutItem'], guarded: { paymentDetails: 'read' } },
  },
  uploadResults: {
    method: 'POST',
    path: '/payouts/{id}/results',
    summary: 'Upload payment results',
    description:
      'Marks lines as paid or failed, as a bank, PayPal or Wise reports them. Each row is judged on its own: rows with a problem are listed, and the ' +
      'others count. If every open line was paid, the payout is marked as paid. A repeated file changes nothing. For a large payout, send the file again until `remainingCount` is 0.',
    access: adminOnly,
    scope: 'payouts:write',
    params,
    body: resultsInput,
    answer: item(resultsAnswer),
    errors: ['status_conflict', 'payout_in_progress'],
    throttle: 'strict',
    table: { actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
  },
});

export const reports = defineRoutes('reports', {
  payments: {
    method: 'GET',
    path: '/reports/payments',
    summary: 'Get the payments report',
    description:
      'Returns what each creator was paid in a year, or from one day to another, with the country and the complete tax number. A payment counts on the day ' +
      'when its line, or the payout, was marked as paid. Failed lines and payouts that were reopened do not count. Send `accept: text/csv` for a CSV file ' +
      '(RFC 4180, UTF-8), whose last row has the totals.',
    access: adminOnly,
    scope: 'reports:read',
    contentScopes: ['creators:read', 'payouts:write'],
    query: paymentsQuery,
    answer: itemOrAcceptedCsv(paymentsAnswer),
    readsPaymentKey: true,
    table: { actions: ['Query'], guarded: { paymentDetails: 'read' } },
  },
});
