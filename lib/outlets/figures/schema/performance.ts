// Defines the query and the answer of the performance report.
import * as z from 'zod';
import { csvQuery } from '#lib/foundation/contract/csv.ts';
import { day } from '#lib/foundation/shared/date-schemas.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { rangeOfDays } from './days.ts';

export const maxRows = 1000;

const timeGroups = ['day', 'week', 'month'] as const;
export const idGroups = ['affiliate', 'campaign', 'discount'] as const;
export type TimeGroup = (typeof timeGroups)[number];
export type IdGroup = (typeof idGroups)[number];
export type Group = TimeGroup | IdGroup;

const count = z.int().nonnegative();
const ratio = (description: string, example: number) =>
  decimal.meta({ override: { type: 'number', description, examples: [example] } });

const amounts = z.object({
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
});
export const amountNames = amounts.keyof().options;

const performanceFigures = z.object({
  clicks: count.nullable().meta({
    description: 'Counted clicks. Null if the report is by discount code.',
  }),
  uniqueClicks: count.nullable().meta({ description: 'Counted clicks that are the first of a visitor.' }),
  orders: count.meta({
    description: 'Orders of creators, including refunded ones, on the day of `occurredAt`.',
  }),
  ...amounts.shape,
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
export const figureNames = performanceFigures.keyof().options;
export type FigureName = (typeof figureNames)[number];

export const performanceQuery = z.strictObject({
  ...csvQuery,
  groupBy: z
    .enum([...timeGroups, ...idGroups])
    .default('day')
    .meta({
      description:
        'What a row is. A week begins on Monday. `discount` groups by discount code, and has no clicks.',
    }),
  ...rangeOfDays,
  affiliateId: idFilter.optional().meta({ description: 'Only orders and clicks of this creator.' }),
  campaignId: idFilter.optional().meta({ description: 'Only orders and clicks of this campaign.' }),
  discountId: idFilter
    .optional()
    .meta({ description: 'Only orders with this discount code. The report then has no clicks.' }),
  sort: z
    .enum(['key', ...figureNames])
    .optional()
    .meta({
      description:
        'The figure that sorts the rows. Defaults to `key` for days, weeks and months, otherwise to `netRevenue`. Rows with equal ' +
        'figures are sorted by `key`, and null comes last.',
    }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'Defaults to `asc` for `sort=key`, otherwise to `desc`.' }),
  limit: z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(maxRows, `Must be at most ${maxRows}`)
    .default(maxRows)
    .meta({ description: `The highest number of rows, at most ${maxRows}. \`totals\` contains all rows.` }),
});
export type PerformanceQuery = z.output<typeof performanceQuery>;

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
            ...performanceFigures.shape,
          })
          .meta({ id: 'PerformanceRow', description: 'The figures of one group.' }),
      )
      .meta({ description: 'The first `limit` rows.' }),
    rowsCount: count.meta({ description: 'The number of all rows, also those beyond `limit`.' }),
    totals: performanceFigures.meta({
      id: 'PerformanceTotals',
      description: 'The figures of all rows, also those beyond `limit`.',
    }),
  })
  .meta({ id: 'PerformanceReport', description: 'The performance of a range of days, by group.' });
