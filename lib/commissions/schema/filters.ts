// Defines the filters of the commission list. They have their own file, so that the order endpoints do not bundle them.
import * as z from 'zod';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { idFilter } from '#lib/shared/ids.ts';
import { commissionStatus } from './commission.ts';

const held = z
  .lazy(() => z.literal('true').optional())
  .meta({
    description:
      'Returns only pending commissions that wait for a manual review. Cannot be combined with another filter.',
  });

export const commissionFilters = listQuerySchema({
  status: commissionStatus.optional(),
  affiliateId: idFilter.optional(),
  held,
}).refine(
  (query) => query.held === undefined || (query.status === undefined && query.affiliateId === undefined),
  { path: ['held'], message: 'Cannot be combined with `status` or `affiliateId`' },
);
export type CommissionFilters = Pick<z.output<typeof commissionFilters>, 'status' | 'affiliateId' | 'held'>;
