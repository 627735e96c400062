// Defines the input and the response of the endpoints of refunds.
import * as z from 'zod';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { currencyInput, decimal, refundAmountInput } from '#lib/foundation/shared/money.ts';
import { originalRefundAnswer } from './original.ts';
import { ownId } from './own-id.ts';

const reasonInput = (description: string) => displayText(500).optional().meta({ description });

export const refundInput = z
  .strictObject({
    refundId: ownId('refund-7').meta({
      description: 'Your id of the refund, unique per order. Letter case counts.',
    }),
    amount: refundAmountInput()
      .optional()
      .meta({ description: 'Defaults to the amount that is not yet refunded, also if it is null.' }),
    currency: currencyInput().optional().meta({
      description: 'The currency of `amount`: that of the order, which is the default, or the brand’s.',
      example: 'EUR',
    }),
    occurredAt: instantInput(
      'The time of the refund, which defaults to now. Not before the order. Figures count the refund on this day',
    ).optional(),
    reason: reasonInput('Why the order was refunded, for your own use.'),
  })
  .meta({ id: 'RefundInput', description: 'A return of an order, in whole or in part.' });
export type RefundInput = z.output<typeof refundInput>;

export const refundOfOrderInput = z
  .strictObject({
    orderId: ownId('order-1041').meta({ description: 'Your id of the order, which may be recorded later.' }),
    ...refundInput.shape,
    amount: refundAmountInput().optional().meta({
      description:
        'Required if the order is not recorded yet. Defaults to the amount that is not yet refunded, also if it is null.',
    }),
    currency: currencyInput()
      .optional()
      .meta({
        description:
          'The currency of `amount`: that of the order or the brand’s. Defaults to that of the order, or to the brand’s if the order is not ' +
          'recorded yet.',
        example: 'EUR',
      }),
  })
  .meta({ id: 'RefundOfOrderInput', description: 'A return of an order, which may be recorded later.' });
export type RefundOfOrderInput = z.output<typeof refundOfOrderInput>;

export const reversalInput = z
  .strictObject({ reason: reasonInput('Why the refund is reversed, for your own use.') })
  .meta({ id: 'RefundReversalInput', description: 'Reverses a refund.' });

export const refundAnswer = z
  .object({
    id: idSchema('refund'),
    status: z.enum(['applied', 'pending', 'unapplied', 'reversed']).meta({
      description:
        '`applied`: deducted from the order. `pending`: waits for its order. `unapplied`: deducts nothing, because it waited for an order ' +
        'that is in another currency. `reversed`: no longer counts.',
    }),
    orderId: z.string().meta({ description: 'Your id of the order.' }),
    conversionId: idSchema('conversion').nullable().meta({
      description: 'The conversion of the order. Null for a pending refund.',
    }),
    refundId: z.string().meta({ description: 'Your id of the refund.' }),
    amount: decimal.meta({ description: 'The refunded amount.' }),
    requestedAmount: decimal.meta({
      description:
        'The amount of the request. It exceeds `amount` if a pending refund was larger than what was left of its order.',
    }),
    requestedCurrency: z.string().meta({ description: 'The currency of `requestedAmount`.' }),
    currency: z.string().meta({
      description:
        'The currency of `amount`: the brand’s, or while the refund is pending that of the request.',
    }),
    original: originalRefundAnswer(),
    commissionId: idSchema('commission').nullable().meta({
      description: 'The id of the clawback, if the refund created one. Otherwise null.',
    }),
    occurredAt: instant.meta({ description: 'The time of the refund.' }),
    reason: z.string().nullable().meta({ description: 'Why the order was refunded. Null for none.' }),
    createdAt: instant.meta({ description: 'When the refund was recorded.' }),
    expiresAt: instant.nullable().meta({
      description: 'When a pending refund is dropped if its order does not arrive. Otherwise null.',
    }),
    reversedAt: instant.nullable().meta({ description: 'When the refund was reversed. Otherwise null.' }),
    reversalReason: z.string().nullable().meta({ description: 'Why it was reversed. Null for none.' }),
    supplementId: idSchema('commission').nullable().meta({
      description: 'The id of the supplement, if the reversal created one. Otherwise null.',
    }),
  })
  .meta({ id: 'Refund', description: 'A return of an order.' });
