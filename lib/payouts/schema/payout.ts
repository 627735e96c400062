// Defines the input, filters and responses of payouts.
import * as z from 'zod';
import { idOrCsvOf } from '#lib/contract/csv.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { displayText } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { decimal, nonNegativeAmountInput } from '#lib/shared/money.ts';

export const payoutStatus = z.enum(['preparing', 'ready', 'paying', 'paid', 'canceling', 'canceled']).meta({
  description:
    '`preparing`: approved commissions are being collected. `ready`: the payout can be paid or canceled. `paying`, ' +
    '`canceling`: its commissions are being marked as paid, or released. The service completes ' +
    '`preparing`, `paying` and `canceling` automatically.',
});
export type PayoutStatus = z.output<typeof payoutStatus>;

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
        .meta({ description: 'The creators to pay. Defaults to all creators.' }),
      minimum: nonNegativeAmountInput.optional().meta({
        description: 'Creators who are owed less wait for a later payout. Defaults to 0.',
      }),
    })
    .prefault({})
    .meta({ id: 'PayoutInput' }),
);
export type PayoutInput = z.output<typeof payoutInput>;

const maxReference = 200;

export const payoutChanges = z.lazy(() =>
  z
    .strictObject({
      status: z.enum(['paid', 'canceled']),
      reference: displayText(maxReference).optional().meta({
        description:
          'Your reference of the payment, for example the id of a bank transfer. Required for `paid`, otherwise not allowed.',
      }),
    })
    .refine(({ status, reference }) => (status === 'paid') === (reference !== undefined), {
      path: ['reference'],
      message: 'Required for `paid`, otherwise not allowed',
    })
    .meta({ id: 'PayoutChanges' }),
);
export type PayoutChanges = z.output<typeof payoutChanges>;

export const payoutFilters = listQuerySchema({ status: payoutStatus.optional() });

const answeredTotals = () => ({
  amount: decimal.meta({ description: 'The sum of the lines; 0 until the payout is ready' }),
  affiliatesCount: z.int(),
  commissionsCount: z.int(),
});

const terms = () => ({
  currency: z.string(),
  minimum: decimal.meta({ description: 'The minimum of the request, or 0' }),
  affiliateIds: z
    .array(idSchema('affiliate'))
    .nullable()
    .meta({ description: 'The creators of the request; null for all' }),
});

export const payoutAnswer = z.lazy(() =>
  z
    .object({
      id: idSchema('payout'),
      status: payoutStatus,
      ...terms(),
      ...answeredTotals(),
      reference: z.string().nullable(),
      createdAt: instant,
      paidAt: instant.nullable().meta({ description: 'When the payout was marked as paid' }),
      canceledAt: instant.nullable(),
    })
    .meta({ id: 'Payout' }),
);

export const lineAnswer = z.lazy(() =>
  z
    .object({
      affiliateId: idSchema('affiliate'),
      name: z.string(),
      email: z.string(),
      amount: decimal,
      commissionsCount: z.int(),
    })
    .meta({
      id: 'PayoutLine',
      description:
        'The payment to one creator, with the name and e-mail address from when the payout became ready',
    }),
);

export const maxLinesShown = 100;

const lines = () =>
  z
    .array(lineAnswer)
    .meta({ description: `The first ${maxLinesShown} lines; empty until the payout is ready` });

export const payoutDetail = z.lazy(() =>
  payoutAnswer.unwrap().extend({ lines: lines() }).meta({ id: 'PayoutDetail' }),
);

export const payoutPreview = z.lazy(() =>
  z
    .object({
      dryRun: z.literal(true),
      ...terms(),
      ...answeredTotals(),
      lines: lines(),
      isComplete: z.boolean().meta({
        description:
          '`false` if the amounts are not exact, because there were too many commissions to read all of them in time, or because ' +
          'another payout was `preparing` or `canceling`',
      }),
    })
    .meta({ id: 'PayoutPreview' }),
);
