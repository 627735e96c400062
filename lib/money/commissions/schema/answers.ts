// Defines the responses of the endpoints of commissions.
import * as z from 'zod';
import { itemIndex, itemStatus } from '#lib/foundation/contract/batch.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { rate } from '#lib/foundation/shared/rates.ts';
import { rateSource, sharedFields } from '#lib/money/commissions/schema/commission.ts';
import { commissionKind } from '#lib/money/commissions/schema/kind.ts';
import { explanation } from '#lib/program/terms/schema/explanation.ts';

const commissionRate = z.object({ ...rate.shape, source: rateSource() }).meta({
  id: 'CommissionRate',
  description:
    'The rate at the time of the order. A fixed amount, if terms led to several rates, a rate per item or a cap.',
});

export const commissionAnswer = z
  .object({
    ...sharedFields(),
    kind: commissionKind,
    approvedBy: z
      .union([idSchema('user'), idSchema('apiKey')])
      .nullable()
      .meta({
        description: 'The user or the API key that approved the commission. Null for an automatic approval.',
      }),
    orderAmount: decimal
      .nullable()
      .meta({ description: 'The commissionable amount of the order. Null without an order.' }),
    amount: decimal.meta({
      description: 'The present amount, which refunds reduce; 0 if the commission is reversed',
    }),
    originalAmount: decimal.meta({ description: 'The amount when the commission was created' }),
    rate: commissionRate.nullable().meta({
      description: 'The rate at the time of the order. Null without an order.',
    }),
    settledElsewhere: z.boolean().meta({
      description:
        'Whether an earlier program has paid it. It is never payable, and `paidAt` is the time of the order.',
    }),
    explanation: explanation.nullable().meta({
      description: 'How terms led to the commission. Null if a simple rate applied, and for an adjustment.',
    }),
  })
  .meta({
    id: 'Commission',
    description: 'The money that a creator earns with one order, or without an order as a bonus.',
  });

export const approveResult = z
  .discriminatedUnion('status', [
    z.strictObject({ index: itemIndex, status: itemStatus('approved'), commission: commissionAnswer }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'ApprovalResult', description: 'The result of one commission of a bulk approval.' });

export const rejectResult = z
  .discriminatedUnion('status', [
    z.strictObject({ index: itemIndex, status: itemStatus('rejected'), commission: commissionAnswer }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'RejectionResult', description: 'The result of one commission of a bulk rejection.' });
