// Defines the schemas of refunds: input, stored item and response.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal, minorUnits, refundAmountInput } from '#lib/foundation/shared/money.ts';
import { ownId } from './own-id.ts';

export const refundInput = z
  .strictObject({
    refundId: ownId('refund-7').meta({
      description: 'Your id of the refund, unique per order. Letter case counts.',
    }),
    amount: refundAmountInput()
      .optional()
      .meta({ description: 'Defaults to the amount that is not yet refunded, also if it is null.' }),
  })
  .meta({ id: 'RefundInput', description: 'A return of an order, in whole or in part.' });
export type RefundInput = z.output<typeof refundInput>;

export const storedRefund = z.object({
  id: idSchema('refund'),
  brandId: idSchema('brand'),
  conversionId: idSchema('conversion'),
  refundId: z.string(),
  amount: minorUnits,
  /** The amount in the request, or null if the request had no amount. */
  asked: minorUnits.nullable(),
  currency: z.string(),
  commissionId: idSchema('commission').nullable(),
  createdAt: instant,
});
export type Refund = z.output<typeof storedRefund>;

export const refundAnswer = z
  .object({
    id: idSchema('refund'),
    conversionId: idSchema('conversion'),
    refundId: z.string().meta({ description: 'Your id of the refund.' }),
    amount: decimal.meta({ description: 'The refunded amount.' }),
    currency: z.string().meta({ description: 'The currency of the order.' }),
    commissionId: idSchema('commission').nullable().meta({
      description: 'The id of the clawback, if the refund created one. Otherwise null.',
    }),
    createdAt: instant.meta({ description: 'When the refund was recorded.' }),
  })
  .meta({ id: 'Refund', description: 'A recorded return of an order.' });
