// Defines the schemas of conversions: stored item, response, preview and filters.
import * as z from 'zod';
import { commissionAnswer } from '#lib/commissions/schema/commission.ts';
import { errorBody } from '#lib/contract/error.ts';
import { warnings } from '#lib/contract/warning.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { presentedOrderItem, storedOrderItem } from './order.ts';
import { receipt } from './receipt.ts';

const sharedFields = () => ({
  id: idSchema('conversion'),
  orderId: z.string(),
  currency: z.string(),
  affiliateId: idSchema('affiliate').nullable(),
  campaignId: idSchema('campaign').nullable(),
  discountId: idSchema('discount').nullable(),
  commissionId: idSchema('commission').nullable(),
  receipt,
  occurredAt: instant,
  createdAt: instant,
});

export const storedConversion = z.lazy(() =>
  z.object({
    ...sharedFields(),
    brandId: idSchema('brand'),
    amount: minorUnits,
    refundedAmount: minorUnits,
    customerId: z.string().nullable(),
    customerHash: z.string().nullable(),
    /** Empty except in conversions of an early release. Later releases store the line items in `storedOrder`. */
    items: z.array(storedOrderItem()),
    revision: z.int(),
  }),
);
export type Conversion = z.output<typeof storedConversion>;

export const storedOrder = z.lazy(() =>
  z.object({
    conversionId: idSchema('conversion'),
    fingerprint: z.string(),
    /** Prices are in minor units. */
    items: z.array(storedOrderItem()).default([]),
  }),
);

export const conversionAnswer = z.lazy(() =>
  z.object({ ...sharedFields(), amount: decimal, refundedAmount: decimal }).meta({ id: 'Conversion' }),
);

export const conversionDetails = z.lazy(() =>
  conversionAnswer
    .unwrap()
    .extend({ customerId: z.string().nullable(), items: z.array(presentedOrderItem()) })
    .meta({ id: 'ConversionDetails' }),
);

export const conversionPreview = z.lazy(() =>
  conversionAnswer
    .unwrap()
    .omit({ id: true, commissionId: true })
    .extend({
      dryRun: z.literal(true),
      commission: commissionAnswer
        .unwrap()
        .pick({ affiliateId: true, amount: true, currency: true, rate: true, hold: true, eligibleAt: true })
        .nullable(),
    })
    .meta({ id: 'ConversionPreview' }),
);

export const bulkResult = z.lazy(() =>
  z
    .discriminatedUnion('status', [
      z.strictObject({
        index: z.int(),
        status: z.literal('created'),
        conversion: conversionAnswer,
        warnings,
      }),
      z.strictObject({
        index: z.int(),
        status: z.literal('existing'),
        conversion: z.union([conversionAnswer, conversionPreview]),
        warnings,
      }),
      z.strictObject({
        index: z.int(),
        status: z.literal('preview'),
        conversion: conversionPreview,
        warnings,
      }),
      z.strictObject({ index: z.int(), status: z.literal('failed'), error: errorBody }),
    ])
    .meta({ id: 'BulkConversionResult' }),
);
