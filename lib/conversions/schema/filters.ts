// Defines the filters of the conversion list. They have their own file, so that the order endpoints do not bundle them.
import * as z from 'zod';
import { eventTime, listQuerySchema } from '#lib/contract/paging.ts';
import { expand } from '#lib/expansions/schema/query.ts';
import { externalId } from '#lib/shared/annotations.ts';
import { idFilter } from '#lib/shared/ids.ts';
import { ownId } from './order.ts';
import { attribution } from './receipt.ts';

export const conversionFilterSets = {
  attribution: ['attribution?'],
  affiliate: ['affiliateId', 'attribution?'],
  campaign: ['campaignId'],
  discount: ['discountId'],
  customer: ['customerId'],
  occurred: ['occurred'],
  order: ['orderId', 'affiliateId?', 'attribution?'],
  externalId: ['externalId'],
} as const;

export const conversionFilters = listQuerySchema(
  {
    expand,
    affiliateId: z.lazy(() => idFilter.optional().meta({ description: 'The conversions of this creator.' })),
    attribution: z.lazy(() => attribution.optional()),
    campaignId: z.lazy(() =>
      idFilter.optional().meta({ description: 'The conversions that count for this campaign.' }),
    ),
    discountId: z.lazy(() =>
      idFilter.optional().meta({ description: 'The conversions of this discount code.' }),
    ),
    customerId: z.lazy(() =>
      ownId('customer-77')
        .optional()
        .meta({ description: 'Your id of a customer. Returns the orders that were recorded with it.' }),
    ),
    externalId: z.lazy(() => externalId.optional()),
    occurredFrom: eventTime('first', 'order', 'occurredAt'),
    occurredTo: eventTime('last', 'order', 'occurredAt'),
    orderId: z.lazy(() =>
      ownId('order-1041')
        .optional()
        .meta({ description: 'Your id of the order, in its letter case. Returns at most one conversion.' }),
    ),
  },
  conversionFilterSets,
);
export type ConversionFilters = z.output<typeof conversionFilters>;
