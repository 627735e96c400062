// Defines the responses of the endpoints of commissions.
import * as z from 'zod';
import { itemIndex, itemStatus } from '#lib/foundation/contract/batch.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { rate } from '#lib/foundation/shared/rates.ts';
import { rateSource, sharedFields } from '#lib/money/commissions/schema/commission.ts';
import { explanation } from '#lib/program/terms/schema/explanation.ts';

const commissionRate = z.object({ ...rate.shape, source: rateSource() }).meta({
  id: 'CommissionRate',
  description:
    'The rate at the time when the order was recorded. A fixed amount, if terms led to several rates, a rate per item or a cap.',
});

export const commissionAnswer = z
  .object({
    ...sharedFields(),
    approvedBy: z
      .union([idSchema('user'), idSchema('apiKey')])
      .nullable()
      .meta({
        description: 'The user or the API key that approved the commission. Null for an automatic approval.',
      }),
    orderAmount: decimal.meta({ description: 'The commissionable amount of the order.' }),
    amount: decimal.meta({
      description: 'The present amount, which refunds reduce; 0 if the commission is reversed',
    }),
    originalAmount: decimal.meta({ description: 'The amount when the commission was created' }),
    rate: commissionRate,
    explanation: explanation.nullable().meta({
      description: 'How terms led to the commission. Null if a simple rate applied, and for a clawback.',
    }),
  })
  .meta({ id: 'Commission', description: 'The money that a creator earns with one order.' });

export const approveResult = z
  .discriminatedUnion('status', [
    z.strictObject({ index: itemIndex, status: itemStatus('approved'), commission: commissionAnswer }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'ApprovalResult', description: 'The result of one commission of a bulk approval.' });
