// What a list of commissions is narrowed to.
import * as z from 'zod';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { idFilter } from '#lib/shared/ids.ts';
import { commissionStatus } from './commission.ts';

const held = z
  .lazy(() => z.literal('true').optional())
  .meta({
    description:
      'Those that are held until a person has looked at them; all of them are pending. It takes no other filter',
  });

export const commissionFilters = listQuerySchema({
  status: commissionStatus.optional(),
  affiliateId: idFilter.optional(),
  held,
}).refine(
  (query) => query.held === undefined || (query.status === undefined && query.affiliateId === undefined),
  { path: ['held'], message: 'Takes no other filter: leave out status and affiliateId' },
);
export type CommissionFilters = Pick<z.output<typeof commissionFilters>, 'status' | 'affiliateId' | 'held'>;
