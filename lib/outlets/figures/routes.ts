// Declares the endpoints of statistics and reports.
import * as z from 'zod';
import { item, itemOrAcceptedCsv } from '#lib/foundation/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { maxValues } from './rules/value-limits.ts';
import { payablesAnswer, payablesQuery } from './schema/payables.ts';
import { performanceAnswer, performanceQuery } from './schema/performance.ts';
import { campaignStats, statisticsAnswer, statisticsQuery } from './schema/statistics.ts';
import { topCreatorsAnswer, topCreatorsQuery } from './schema/top-creators.ts';

export const tracking = defineRoutes('tracking', {
  statistics: {
    method: 'GET',
    path: '/tracking/clicks',
    summary: 'Get click statistics',
    description:
      'Returns clicks by day and, with `groupBy`, by group. `from` and `to` are inclusive, and the range is at most 366 days; ' +
      'it defaults to the last 30 days. New clicks appear within 5 seconds. Days are days of the time zone of the brand; a change of ' +
      'the time zone applies to later clicks. Visitors and duplicates are recognized within one UTC day. ' +
      `At most ${maxValues.referrer} referrer hosts, ${maxValues.link} links and ${maxValues.sub} texts of each sub id ` +
      'of a day are kept apart for the brand, and for some creators or campaigns together; the other clicks are included in ' +
      '`otherGroups`. One address (IPv6: one /64) has at most 10 unique clicks on a link and UTC day, unless the brand ' +
      'has another limit; the clicks of further visitors are `suspicious`, but can still attribute an order.',
    access: anyRole,
    scope: 'tracking:read',
    query: statisticsQuery,
    answer: item(statisticsAnswer),
    table: { actions: ['Query', 'BatchGetItem'] },
  },
});

export const campaigns = defineRoutes('campaigns', {
  stats: {
    method: 'GET',
    path: '/campaigns/{id}/stats',
    summary: 'Get campaign statistics',
    description:
      'Returns the clicks from `from` to `to`, and the orders, net revenue and commission of the campaign since its creation. ' +
      'Both days are inclusive, and the range is at most 366 days; it defaults to the last 30 days. New clicks appear within ' +
      '5 seconds; orders appear immediately.',
    access: anyRole,
    scope: 'campaigns:read',
    params: z.strictObject({ id: idSchema('campaign') }),
    query: statisticsQuery.pick({ from: true, to: true }),
    answer: item(campaignStats),
    table: { actions: ['GetItem', 'BatchGetItem'] },
  },
});

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
  topCreators: {
    method: 'GET',
    path: '/reports/top-creators',
    summary: 'Get the top creators',
    description:
      'Returns the creators with the highest net revenue of the last 30 days, with their clicks, orders and commissions of these ' +
      'days. A creator without net revenue is not in the report. Days and amounts are those of `GET /reports/performance`. Changes ' +
      'appear within 5 seconds.',
    access: anyRole,
    scope: 'reports:read',
    contentScopes: ['creators:read'],
    query: topCreatorsQuery,
    answer: item(topCreatorsAnswer),
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
