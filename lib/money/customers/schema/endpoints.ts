// Defines the input and the responses of the endpoints of customers.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { resourceName } from '#lib/foundation/shared/resource-names.ts';

export const customerParams = z.strictObject({
  customerId: resourceName('customer', /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/).meta({
    description: 'Your id of the customer.',
    example: 'customer-7',
  }),
});

export const customerFilters = listQuerySchema({
  affiliateId: idFilter.optional().meta({ description: 'The customers who are bound to this creator.' }),
});
export type CustomerFilters = z.output<typeof customerFilters>;

export const customerChanges = z
  .strictObject({
    affiliateId: idSchema('affiliate')
      .nullable()
      .meta({ description: 'The creator who earns with later orders. Null for nobody.' }),
    reason: displayText(500).meta({ description: 'Why the customer is moved.' }),
  })
  .meta({ id: 'CustomerChanges', description: 'The creator to whom a customer is moved.' });
export type CustomerChanges = z.output<typeof customerChanges>;

const creator = () =>
  idSchema('affiliate')
    .nullable()
    .meta({ description: 'The creator. Null if the customer is bound to nobody.' });

const reason = () =>
  z.string().nullable().meta({
    description: 'Why the customer was moved to the creator. Null for the creator of the first order.',
  });

export const customerAnswer = z
  .object({
    id: idSchema('customer'),
    customerId: z.string().nullable().meta({
      description: 'Your id of the customer. Null after an erasure, if the id was an e-mail address.',
    }),
    affiliateId: creator(),
    reason: reason(),
    campaignId: idSchema('campaign')
      .nullable()
      .meta({ description: 'The campaign of the order that bound the customer. Null for none.' }),
    conversionId: idSchema('conversion').meta({
      description: 'The order, lead or signup that bound the customer.',
    }),
    boundAt: instant.meta({
      description: 'The time of that order. The months of `customerAttribution` begin then.',
    }),
    firstOrderId: idSchema('conversion')
      .nullable()
      .meta({
        description:
          'The first sale of the customer since the customer was bound, which can be the order that bound the customer. Null for none. Later orders ' +
          'are of a returning customer.',
      }),
    pastAffiliates: z
      .array(
        z.object({
          affiliateId: creator(),
          reason: reason(),
          until: instant.meta({ description: 'When the customer was moved away.' }),
        }),
      )
      .meta({ description: 'The former creators, oldest first. At most the newest 50 are kept.' }),
    createdAt: instant.meta({ description: 'When the order that bound the customer was recorded.' }),
  })
  .meta({ id: 'Customer', description: 'A customer, with the creator to whom the customer is bound.' });
