// Defines the schemas of conversions: stored item, response, preview and filters.
import * as z from 'zod';
import { commissionAnswer } from '#lib/commissions/schema/commission.ts';
import { itemIndex, itemStatus } from '#lib/contract/batch.ts';
import { errorBody } from '#lib/contract/error.ts';
import { warnings } from '#lib/contract/warning.ts';
import { annotationAnswer, annotationChanges } from '#lib/shared/annotations.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { restoreIds } from './candidate-ids.ts';
import { presentedOrderItem, storedOrderItem } from './order.ts';
import { receipt } from './receipt.ts';

const sharedFields = () => ({
  id: idSchema('conversion'),
  orderId: z.string().meta({ description: 'Your id of the order.' }),
  currency: z.string().meta({ description: 'The currency of the order, which is the brand’s.' }),
  affiliateId: idSchema('affiliate')
    .nullable()
    .meta({ description: 'The creator who earns with the order. Null if nobody does.' }),
  campaignId: idSchema('campaign')
    .nullable()
    .meta({ description: 'The campaign of the order. Null for none.' }),
  discountId: idSchema('discount')
    .nullable()
    .meta({ description: 'The discount code of the order. Null for none.' }),
  commissionId: idSchema('commission')
    .nullable()
    .meta({ description: 'The commission of the order. Null if nobody earns with it.' }),
  receipt,
  occurredAt: instant.meta({ description: 'The time of the order.' }),
  createdAt: instant.meta({ description: 'When the order was recorded.' }),
});

export const storedConversion = z.lazy(() =>
  z.preprocess(
    restoreIds,
    z.object({
      ...sharedFields(),
      brandId: idSchema('brand'),
      amount: minorUnits,
      refundedAmount: minorUnits,
      /** Orders without annotations omit them. */
      externalId: z.string().nullable().default(null),
      metadata: z.record(z.string(), z.string()).default({}),
      customerId: z.string().nullable(),
      customerHash: z.string().nullable(),
      /** Set by the erasure of the customer, which removes a `customerId` that is an e-mail address. */
      customerKey: z.string().optional(),
      revision: z.int(),
    }),
  ),
);
export type Conversion = z.output<typeof storedConversion>;

export const storedOrder = z.lazy(() =>
  z.object({
    conversionId: idSchema('conversion'),
    fingerprint: z.string(),
    /** Prices are in minor units. Orders without line items omit them. */
    items: z.array(storedOrderItem()).default([]),
  }),
);
export type OrderItem = z.output<typeof storedOrder>['items'][number];

export const conversionAnswer = z.lazy(() =>
  z
    .object({
      ...sharedFields(),
      ...annotationAnswer(),
      amount: decimal.meta({ description: 'The commissionable amount.' }),
      refundedAmount: decimal.meta({ description: 'The part of `amount` that is refunded.' }),
    })
    .meta({ id: 'Conversion', description: 'A recorded order.' }),
);

export const conversionDetails = z.lazy(() =>
  conversionAnswer
    .unwrap()
    .extend({
      customerId: z.string().nullable().meta({ description: 'Your id of the customer. Null for none.' }),
      items: z.array(presentedOrderItem()).meta({ description: 'The line items of the order.' }),
    })
    .meta({ id: 'ConversionDetails', description: 'A recorded order with its customer and line items.' }),
);

export const conversionPreview = z.lazy(() =>
  conversionAnswer
    .unwrap()
    .omit({ id: true, commissionId: true })
    .extend({
      dryRun: z.literal(true).meta({ description: 'Always `true`: nothing was recorded.' }),
      commission: commissionAnswer
        .unwrap()
        .pick({ affiliateId: true, amount: true, currency: true, rate: true, hold: true, eligibleAt: true })
        .nullable()
        .meta({ description: 'The commission that the order would create. Null if nobody would earn.' }),
    })
    .meta({ id: 'ConversionPreview', description: 'The conversion that a dry run would record.' }),
);

export const bulkResult = z.lazy(() =>
  z
    .discriminatedUnion('status', [
      z.strictObject({
        index: itemIndex,
        status: itemStatus('created'),
        conversion: conversionAnswer,
        warnings,
      }),
      z.strictObject({
        index: itemIndex,
        status: itemStatus('existing'),
        conversion: z
          .union([conversionAnswer, conversionPreview])
          .meta({ description: 'The recorded conversion, or the preview of the earlier item.' }),
        warnings,
      }),
      z.strictObject({
        index: itemIndex,
        status: itemStatus('preview'),
        conversion: conversionPreview,
        warnings,
      }),
      z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
    ])
    .meta({ id: 'BulkConversionResult', description: 'The result of one order of a bulk request.' }),
);

export const conversionChanges = z.lazy(() =>
  z
    .strictObject(annotationChanges())
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
    .meta({
      id: 'ConversionChanges',
      description: 'The fields of a conversion to change.',
      minProperties: 1,
    }),
);
export type ConversionChanges = z.output<typeof conversionChanges>;
