// Defines the filters of the conversion list. They have their own file, so that the order endpoints do not bundle them.
import type * as z from 'zod';
import { eventTime, listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { externalId } from '#lib/foundation/shared/annotations.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { expand } from '#lib/program/expansions/schema/query.ts';
import { ownId } from './own-id.ts';
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
    affiliateId: idFilter.optional().meta({ description: 'The conversions of this creator.' }),
    attribution: severalOf(attribution, attribution.options, 'Conversions with one of these attributions.'),
    campaignId: idFilter.optional().meta({ description: 'The conversions that count for this campaign.' }),
    discountId: idFilter.optional().meta({ description: 'The conversions of this discount code.' }),
    customerId: ownId('customer-77')
      .optional()
      .meta({ description: 'Your id of a customer. Returns the orders that were recorded with it.' }),
    externalId: externalId.optional(),
    occurredFrom: eventTime('first', 'order', 'occurredAt'),
    occurredTo: eventTime('last', 'order', 'occurredAt'),
    orderId: ownId('order-1041')
      .optional()
      .meta({ description: 'Your id of the order, in its letter case. Returns at most one conversion.' }),
  },
  conversionFilterSets,
);
export type ConversionFilters = z.output<typeof conversionFilters>;
