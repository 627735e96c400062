// Defines the filters of the conversion list. They have their own file, so that the order endpoints do not bundle them.
import * as z from 'zod';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { externalId } from '#lib/shared/annotations.ts';
import { idFilter } from '#lib/shared/ids.ts';
import { ownId } from './order.ts';
import { attribution } from './receipt.ts';

export const conversionFilterSets = {
  attribution: ['attribution?'],
  affiliate: ['affiliateId', 'attribution?'],
  order: ['orderId', 'affiliateId?', 'attribution?'],
  externalId: ['externalId'],
} as const;

export const conversionFilters = listQuerySchema(
  {
    affiliateId: z.lazy(() => idFilter.optional().meta({ description: 'The conversions of this creator.' })),
    attribution: z.lazy(() => attribution.optional()),
    externalId: z.lazy(() => externalId.optional()),
    orderId: z.lazy(() =>
      ownId('order-1041')
        .optional()
        .meta({ description: 'Your id of the order, in its letter case. Returns at most one conversion.' }),
    ),
  },
  conversionFilterSets,
);
export type ConversionFilters = z.output<typeof conversionFilters>;
