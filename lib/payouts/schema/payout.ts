// A payout: what a brand pays its creators at one time. What goes in, and what comes out.
import * as z from 'zod';
import { idOrCsvOf } from '#lib/contract/csv.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { decimal, nonNegativeAmountInput } from '#lib/shared/money.ts';

export const payoutStatus = z.enum(['preparing', 'ready', 'paying', 'paid', 'canceling', 'canceled']).meta({
  description:
    'preparing: commissions are being put together; ready: it can be paid or canceled; paying, canceling: its commissions ' +
    'are on their way to be paid, or free again. It goes on by itself from these three',
});
export type PayoutStatus = z.output<typeof payoutStatus>;

/** What a path names: the payout, or its file. */
export const payoutNamed = idOrCsvOf('payout');

const maxAffiliates = 100;

export const payoutInput = z.lazy(() =>
  z
    .strictObject({
      affiliateIds: z
        .array(idOf('affiliate'))
        .min(1)
        .max(maxAffiliates)
        .refine((ids) => new Set(ids).size === ids.length, 'Must not name a creator twice')
        .optional()
        .meta({ description: 'Whom to pay; all creators, without this' }),
      minimum: nonNegativeAmountInput.optional().meta({
        description: 'A creator with less than this waits for a later payout, as one with nothing does',
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
      reference: z.string().trim().min(1).max(maxReference).optional().meta({
        description:
          'What the payment is known by where it was made; needed for `paid`, and for nothing else',
      }),
    })
    .refine(({ status, reference }) => (status === 'paid') === (reference !== undefined), {
      path: ['reference'],
      message: 'Must be given for paid, and for nothing else',
    })
    .meta({ id: 'PayoutChanges' }),
);
export type PayoutChanges = z.output<typeof payoutChanges>;

export const payoutFilters = listQuerySchema({ status: payoutStatus.optional() });

const answeredTotals = () => ({
  amount: decimal.meta({ description: 'The sum of the lines; 0 until it is ready' }),
  affiliatesCount: z.int(),
  commissionsCount: z.int(),
});

const terms = () => ({
  currency: z.string(),
  minimum: decimal.meta({ description: '0 where none was given' }),
  affiliateIds: z
    .array(idOf('affiliate'))
    .nullable()
    .meta({ description: 'Those that were named; null for all' }),
});

export const payoutAnswer = z.lazy(() =>
  z
    .object({
      id: idOf('payout'),
      status: payoutStatus,
      ...terms(),
      ...answeredTotals(),
      reference: z.string().nullable(),
      createdAt: instant,
      paidAt: instant.nullable().meta({ description: 'When it was said to be paid' }),
      canceledAt: instant.nullable(),
    })
    .meta({ id: 'Payout' }),
);

export const lineAnswer = z.lazy(() =>
  z
    .object({
      affiliateId: idOf('affiliate'),
      name: z.string(),
      email: z.string(),
      amount: decimal,
      commissionsCount: z.int(),
    })
    .meta({
      id: 'PayoutLine',
      description: 'What a creator is paid; name and address as they were when the payout became ready',
    }),
);

/** So many lines stand with their payout; all of them are a list of their own. */
export const linesShown = 100;

const lines = () =>
  z.array(lineAnswer).meta({ description: `The first ${linesShown}; none until it is ready` });

export const payoutDetail = z.lazy(() =>
  payoutAnswer.unwrap().extend({ lines: lines() }).meta({ id: 'PayoutDetail' }),
);

/** What a payout would be; nothing is written, so there is no id yet. */
export const payoutPreview = z.lazy(() =>
  z
    .object({
      dryRun: z.literal(true),
      ...terms(),
      ...answeredTotals(),
      lines: lines(),
      isComplete: z
        .boolean()
        .meta({ description: 'false where there was no time to look at all commissions' }),
    })
    .meta({ id: 'PayoutPreview' }),
);
