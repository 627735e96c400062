// Defines the input of the endpoints of payouts.
import * as z from 'zod';
import { idOrCsvOf } from '#lib/foundation/contract/csv.ts';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { nonNegativeAmountInput } from '#lib/foundation/shared/money.ts';
import { payoutStatus } from '#lib/money/payouts/schema/payout.ts';

export const payoutIdOrCsv = idOrCsvOf('payout');

const maxAffiliates = 100;

export const payoutInput = z
  .strictObject({
    affiliateIds: z
      .array(idSchema('affiliate'))
      .min(1)
      .max(maxAffiliates)
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain a creator twice')
      .optional()
      .meta({ description: 'The creators to pay. Defaults to all creators.', uniqueItems: true }),
    minimum: nonNegativeAmountInput.optional().meta({
      description:
        'Creators who are owed less wait for a later payout. Defaults to `payoutMinimum` of the brand.',
    }),
    includeBanned: z.boolean().optional().meta({
      description:
        'Pays banned creators as well. Defaults to `false`: they are excluded, as invited creators always are.',
    }),
  })
  .prefault({})
  .meta({ id: 'PayoutInput', description: 'Limits a new payout to some creators or amounts.' });
export type PayoutInput = z.output<typeof payoutInput>;

const maxReference = 200;

export const payoutChanges = z
  .strictObject({
    status: z.enum(['paid', 'canceled']).meta({
      description: '`paid` after you have paid the creators. `canceled` releases the commissions.',
    }),
    reference: displayText(maxReference).optional().meta({
      description:
        'Your reference of the payment, for example the id of a bank transfer. Required for `paid`, otherwise not allowed.',
    }),
  })
  .refine(({ status, reference }) => status !== 'paid' || reference !== undefined, {
    path: ['reference'],
    message: 'Required for `paid`',
  })
  .refine(({ status, reference }) => status === 'paid' || reference === undefined, {
    path: ['reference'],
    message: 'Not allowed for `canceled`',
  })
  .meta({ id: 'PayoutChanges', description: 'Marks a payout as paid, or cancels it.' });
export type PayoutChanges = z.output<typeof payoutChanges>;

export const payoutFilterSets = { status: ['status?'] } as const;

export const payoutFilters = listQuerySchema(
  {
    status: severalOf(payoutStatus, payoutStatus.options, 'Payouts with one of these statuses.'),
  },
  payoutFilterSets,
);
export type PayoutFilters = z.output<typeof payoutFilters>;

export const lineFilterSets = { excluded: ['excluded?'] } as const;

export const lineFilters = listQuerySchema(
  {
    excluded: z
      .literal('true')
      .optional()
      .meta({
        override: {
          type: 'boolean',
          const: true,
          description: 'Returns the excluded creators, who are not paid, instead of the lines.',
        },
      }),
  },
  lineFilterSets,
);
