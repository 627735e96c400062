// Defines the statuses, inputs and filters of payouts.
import * as z from 'zod';
import { idOrCsvOf } from '#lib/contract/csv.ts';
import { listQuerySchema, severalOf } from '#lib/contract/paging.ts';
import { displayText } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { nonNegativeAmountInput } from '#lib/shared/money.ts';

export const payoutStatus = z.enum(['preparing', 'ready', 'paying', 'paid', 'canceling', 'canceled']).meta({
  description:
    '`preparing`: approved commissions are being collected. `ready`: the payout can be paid or canceled. `paying`, ' +
    '`canceling`: its commissions are being marked as paid, or released. The service completes ' +
    '`preparing`, `paying` and `canceling` automatically.',
});
export type PayoutStatus = z.output<typeof payoutStatus>;

export const exclusionReason = z
  .enum(['invited', 'banned'])
  .meta({ description: 'The status of the creator that excludes the payment.' });
export type ExclusionReason = z.output<typeof exclusionReason>;

export const emptyReason = z.enum(['nothingOwed', 'belowMinimum', 'creatorsExcluded']).meta({
  description:
    '`nothingOwed`: no creator is owed more than 0. `belowMinimum`: every creator is owed less than `minimum`. ' +
    '`creatorsExcluded`: the only creators who are owed enough are invited or banned.',
});
export type EmptyReason = z.output<typeof emptyReason>;

export const payoutIdOrCsv = idOrCsvOf('payout');

const maxAffiliates = 100;

export const payoutInput = z.lazy(() =>
  z
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
    .meta({ id: 'PayoutInput', description: 'Limits a new payout to some creators or amounts.' }),
);
export type PayoutInput = z.output<typeof payoutInput>;

const maxReference = 200;

export const payoutChanges = z.lazy(() =>
  z
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
    .meta({ id: 'PayoutChanges', description: 'Marks a payout as paid, or cancels it.' }),
);
export type PayoutChanges = z.output<typeof payoutChanges>;

export const payoutFilterSets = { status: ['status?'] } as const;

export const payoutFilters = listQuerySchema(
  {
    status: z.lazy(() =>
      severalOf(payoutStatus, payoutStatus.options, 'Payouts with one of these statuses.'),
    ),
  },
  payoutFilterSets,
);
export type PayoutFilters = z.output<typeof payoutFilters>;

export const lineFilterSets = { excluded: ['excluded?'] } as const;

export const lineFilters = listQuerySchema(
  {
    excluded: z
      .lazy(() => z.literal('true').optional())
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

export const maxLinesShown = 100;
