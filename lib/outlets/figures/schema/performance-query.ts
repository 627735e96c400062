// Defines the query of the performance report.
import * as z from 'zod';
import { csvQuery } from '#lib/foundation/contract/csv.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { rangeOfDays } from './days.ts';

export const maxRows = 1000;

export const timeGroups = ['day', 'week', 'month'] as const;
export const idGroups = ['affiliate', 'campaign', 'discount'] as const;
export type TimeGroup = (typeof timeGroups)[number];
export type IdGroup = (typeof idGroups)[number];
export type Group = TimeGroup | IdGroup;

export const figureNames = [
  'clicks',
  'uniqueClicks',
  'orders',
  'gross',
  'refunds',
  'netRevenue',
  'commission',
  'pendingCommission',
  'approvedCommission',
  'paidCommission',
  'rejectedCommission',
  'reversedCommission',
  'conversionRate',
  'earningsPerClick',
  'averageOrderValue',
] as const;
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
