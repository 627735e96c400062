// Defines the response of a line of a payout.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { exclusionReason, lineStatus } from './payout.ts';

const onlyReaders = 'Absent for API keys without the scope `creators:read`.';

export const lineAnswer = z
  .object({
    affiliateId: idSchema('affiliate'),
    name: z
      .string()
      .optional()
      .meta({ description: `The name of the creator. ${onlyReaders}` }),
    email: z
      .string()
      .optional()
      .meta({ description: `The e-mail address of the creator. ${onlyReaders}` }),
    amount: decimal.meta({ description: 'The amount to pay.' }),
    commissionsCount: z.int().meta({ description: 'The number of commissions that the amount sums up.' }),
    reason: exclusionReason
      .nullable()
      .meta({ description: 'Why the creator is excluded and not paid; null on the lines that are paid' }),
    status: lineStatus
      .nullable()
      .meta({ description: 'The status of the line; null for an excluded creator' }),
    paidAt: instant.nullable().meta({
      description: 'When the line was marked as paid, alone or with the payout, also if it failed later.',
    }),
    failedAt: instant.nullable().meta({ description: 'When the line was marked as failed.' }),
    failureReason: z
      .string()
      .nullable()
      .meta({ description: 'Why the line failed. Null if no reason was given.' }),
  })
  .meta({
    id: 'PayoutLine',
    description:
      'The payment to one creator, with the name and e-mail address from when the payout became ready',
  });
