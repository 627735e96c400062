// Declares the endpoints of reports.
import { itemOrAcceptedCsv } from '#lib/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/contract/route.ts';
import { payablesAnswer, payablesQuery } from './schema/payables.ts';
import { performanceAnswer } from './schema/performance.ts';
import { performanceQuery } from './schema/performance-query.ts';

export const reports = defineRoutes('reports', {
  performance: {
    method: 'GET',
    path: '/reports/performance',
    summary: 'Get the performance report',
    description:
      'Returns clicks, orders, revenue and commissions by day, week, month, creator, campaign or discount code. The range is at ' +
      'most 366 days, and defaults to the last 30 days. Only orders of creators are in the report. Orders and their gross ' +
      'amount count on the day of `occurredAt`, refunds on the day of the refund. Commissions count on the day of their order, ' +
      'with their present status, so the report of a past month changes when its commissions are approved or paid. Changes appear ' +
      'within 5 seconds. Filters can be combined as follows; another combination is a 400 that lists the supported ones. Days, ' +
      'weeks and months: one filter, or `affiliateId` with `campaignId` or `discountId`. `affiliate`: `campaignId`. `campaign`: ' +
      '`affiliateId`, also with `discountId`. `discount`: `affiliateId`, also with `campaignId`. Days are days of the time zone ' +
      'of the brand; a change of the time zone applies to later events. Rows of creators have their names and e-mail addresses, rows of campaigns their names, and rows of ' +
      'discount codes the codes; an API key also needs `creators:read`, `campaigns:read` or `discounts:read` for them. Send `accept: text/csv` for a CSV file (RFC 4180, UTF-8), whose last row has the totals.',
    access: anyRole,
    scope: 'reports:read',
    query: performanceQuery,
    answer: itemOrAcceptedCsv(performanceAnswer),
    table: { actions: ['Query', 'BatchGetItem'] },
  },
  payables: {
    method: 'GET',
    path: '/reports/payables',
    summary: 'Get the payables report',
    description:
      'Returns what each creator is owed, by the age of the approval in UTC days, and the totals of all creators. Changes appear ' +
      'within 5 seconds. Send `accept: text/csv` for a CSV file (RFC 4180, UTF-8), whose last row has the totals.',
    access: anyRole,
    scope: 'reports:read',
    contentScopes: ['creators:read'],
    query: payablesQuery,
    answer: itemOrAcceptedCsv(payablesAnswer),
    table: { actions: ['Query', 'BatchGetItem'] },
  },
});
