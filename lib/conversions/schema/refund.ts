// A refund of an order, or of part of it: what goes in, is stored, comes out.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { amountInput, decimal, minorUnits } from '#lib/shared/money.ts';
import { ownId } from './order.ts';

export const refundInput = z.lazy(() =>
  z
    .strictObject({
      refundId: ownId('refund-7').meta({ description: 'Unique in the order' }),
      amount: amountInput.optional().meta({ description: 'All that is left, without this' }),
    })
    .meta({ id: 'RefundInput' }),
);
export type RefundInput = z.output<typeof refundInput>;

export const storedRefund = z.lazy(() =>
  z.object({
    id: idOf('refund'),
    brandId: idOf('brand'),
    conversionId: idOf('conversion'),
    refundId: z.string(),
    amount: minorUnits,
    /** What was asked for; null for all that was left. */
    asked: minorUnits.nullable(),
    currency: z.string(),
    commissionId: idOf('commission').nullable(),
    createdAt: instant,
  }),
);
export type Refund = z.output<typeof storedRefund>;

export const refundAnswer = z.lazy(() =>
  z
    .object({
      id: idOf('refund'),
      conversionId: idOf('conversion'),
      refundId: z.string(),
      amount: decimal,
      currency: z.string(),
      commissionId: idOf('commission').nullable().meta({
        description: 'The negative commission that takes back from one that is paid, or in a payout',
      }),
      createdAt: instant,
    })
    .meta({ id: 'Refund' }),
);
