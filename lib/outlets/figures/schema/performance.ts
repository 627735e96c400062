// Defines the answer of the performance report.
import * as z from 'zod';
import { day } from '#lib/foundation/shared/date-schemas.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { idGroups, timeGroups } from './performance-query.ts';

const count = z.int().nonnegative();
const ratio = (description: string, example: number) =>
  decimal.meta({ override: { type: 'number', description, examples: [example] } });

const figures = () => ({
  clicks: count.nullable().meta({
    description: 'Counted clicks. Null if the report is by discount code.',
  }),
  uniqueClicks: count.nullable().meta({ description: 'Counted clicks that are the first of a visitor.' }),
  orders: count.meta({
    description: 'Orders of creators, including refunded ones, on the day of `occurredAt`.',
  }),
  gross: decimal.meta({ description: 'The amount of these orders, before refunds.' }),
  refunds: decimal.meta({ description: 'Refunds on the day of the refund.' }),
  netRevenue: decimal.meta({ description: '`gross` minus `refunds`.' }),
  commission: decimal.meta({
    description: 'The commissions of these orders that are `pending`, `approved` or `paid`, less clawbacks.',
  }),
  pendingCommission: decimal.meta({ description: 'Of these orders, with the present status `pending`.' }),
  approvedCommission: decimal.meta({ description: 'With the present status `approved`, also in a payout.' }),
  paidCommission: decimal.meta({ description: 'With the present status `paid`.' }),
  rejectedCommission: decimal.meta({ description: 'With the present status `rejected`.' }),
  reversedCommission: decimal.meta({
    description: 'With the present status `reversed`: the amount before the refund that reversed it.',
  }),
  conversionRate: ratio(
    '`orders` divided by `clicks`, with 4 decimals. Null without clicks.',
    0.0312,
  ).nullable(),
  earningsPerClick: ratio(
    '`commission` divided by `clicks`, with 2 more decimals than the currency. Null without clicks.',
    0.1275,
  ).nullable(),
  averageOrderValue: ratio('`gross` divided by `orders`. Null without orders.', 64.9).nullable(),
});

const label = (description: string) => z.string().nullable().optional().meta({ description });
const labels = () => ({
  name: label(
    'The name of the creator or the campaign. Null for a deleted campaign and for a `key` of null. Absent in reports by another group, ' +
      'and for API keys without the scope `creators:read` or `campaigns:read`.',
  ),
  email: label(
    'The e-mail address of the creator. Absent in reports by another group, and for API keys without the scope `creators:read`.',
  ),
  code: label(
    'The discount code. Null for a deleted one and for a `key` of null. Absent in reports by another group, and for API keys without ' +
      'the scope `discounts:read`.',
  ),
});

export const performanceAnswer = z
  .object({
    from: day.meta({ description: 'The first day.' }),
    to: day.meta({ description: 'The last day.' }),
    currency: z.string().meta({ description: 'The currency of all amounts.', example: 'EUR' }),
    groupBy: z.enum([...timeGroups, ...idGroups]).meta({ description: 'What a row is.' }),
    rows: z
      .array(
        z
          .object({
            key: z
              .string()
              .nullable()
              .meta({
                description:
                  'A day, the Monday of a week, a month (`2026-03`), or the id of a creator, a campaign or a discount code. Null ' +
                  'means no campaign or no discount code.',
              }),
            ...labels(),
            ...figures(),
          })
          .meta({ id: 'PerformanceRow', description: 'The figures of one group.' }),
      )
      .meta({ description: 'The first `limit` rows.' }),
    rowsCount: count.meta({ description: 'The number of all rows, also those beyond `limit`.' }),
    totals: z.object(figures()).meta({
      id: 'PerformanceTotals',
      description: 'The figures of all rows, also those beyond `limit`.',
    }),
  })
  .meta({ id: 'PerformanceReport', description: 'The performance of a range of days, by group.' });
