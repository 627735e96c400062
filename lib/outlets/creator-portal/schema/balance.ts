// Defines the balance of a creator, as the creator sees it.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { currency } from './profile.ts';

const nextPayoutStatus = z.enum(['nothing', 'belowMinimum', 'waiting', 'inProgress']).meta({
  description:
    '`nothing`: nothing is approved. `belowMinimum`: the approved amount is below the minimum of the brand. `waiting`: the next payout of ' +
    'the brand contains the amount. `inProgress`: a payout with the amount is being paid.',
});

export const balanceAnswer = z
  .object({
    currency,
    pending: decimal.meta({ description: 'Commission that is not approved yet.' }),
    nextApprovalAt: instant.nullable().meta({
      description: 'When the next pending commission is approved. Null if none waits for its date.',
    }),
    approved: decimal.meta({ description: 'Approved commission that is in no payout.' }),
    inPayout: decimal.meta({ description: 'Commission in payouts that are not paid yet.' }),
    paid: decimal.meta({ description: 'Commission that was paid.' }),
    nextPayout: z
      .object({
        status: nextPayoutStatus,
        amount: decimal.meta({ description: 'The amount of that payout, as of now.' }),
        minimum: decimal.meta({ description: 'The minimum amount that the brand pays.' }),
      })
      .meta({ id: 'NextPayout', description: 'The next payment to the creator.' }),
  })
  .meta({
    id: 'CreatorBalance',
    description: 'The earnings of a creator. Changes appear within 5 seconds.',
  });
