// Defines the input of the endpoints of payouts.
import * as z from 'zod';
import { idOrCsvOf } from '#lib/foundation/contract/csv.ts';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { dayOrInstant } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { nonNegativeAmountInput } from '#lib/foundation/shared/money.ts';
import { paymentMethod, payoutStatus } from '#lib/money/payouts/schema/payout.ts';

export const payoutIdOrCsv = idOrCsvOf('payout');

const maxAffiliates = 100;

const creatorIds = (description: string) =>
  z
    .array(idSchema('affiliate'))
    .min(1)
    .max(maxAffiliates)
    .refine((ids) => new Set(ids).size === ids.length, 'Must not contain a creator twice')
    .optional()
    .meta({ description, uniqueItems: true });

export const payoutInput = z
  .strictObject({
    affiliateIds: creatorIds('The creators to pay. Defaults to all creators.'),
    excludeAffiliateIds: creatorIds(
      'Creators who are not paid. Their commissions wait for a later payout. Defaults to none.',
    ),
    earnedBefore: dayOrInstant(
      'Collects only commissions whose order has an `occurredAt` before this time: the beginning of a day in the time zone of ' +
        'the brand, or an instant. Defaults to no limit.',
    ).optional(),
    minimum: nonNegativeAmountInput.optional().meta({
      description:
        'Creators who are owed less wait for a later payout. Defaults to `payoutMinimum` of the brand.',
    }),
    includeBanned: z.boolean().optional().meta({
      description:
        'Pays banned creators as well. Defaults to `false`: they are excluded, as invited creators always are.',
    }),
    paymentMethod: paymentMethod.optional().meta({
      description:
        'Excludes creators without usable payment details of this method, with the reason `noPayoutDetails`. Defaults to no exclusion.',
    }),
  })
  .refine(
    ({ affiliateIds = [], excludeAffiliateIds = [] }) =>
      !excludeAffiliateIds.some((id) => affiliateIds.includes(id)),
    { path: ['excludeAffiliateIds'], message: 'Must not contain a creator of `affiliateIds`' },
  )
  .prefault({})
  .meta({ id: 'PayoutInput', description: 'Limits a new payout to some creators, amounts or orders.' });
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

const maxReason = 500;

export const payoutReopening = z
  .strictObject({
    reason: displayText(maxReason).meta({ description: 'Why the payout was not paid after all.' }),
  })
  .meta({ id: 'PayoutReopening', description: 'Takes back that a payout was marked as paid.' });

export const lineChanges = z
  .strictObject({
    status: z.enum(['paid', 'failed']).meta({
      description:
        '`paid` after you have paid this creator. `failed` frees the commissions for a later payout.',
    }),
    reason: displayText(maxReason).optional().meta({
      description: 'Why the payment failed. Not allowed for `paid`.',
    }),
  })
  .refine(({ status, reason }) => status === 'failed' || reason === undefined, {
    path: ['reason'],
    message: 'Not allowed for `paid`',
  })
  .meta({ id: 'PayoutLineChanges', description: 'Marks a line as paid, or as failed.' });
export type LineChanges = z.output<typeof lineChanges>;

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
