// A payout: what a brand pays its creators at one time. What goes in, what is stored, what comes out.
import * as z from 'zod';
import { listQuery } from '#lib/contract/paging.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';

export const payoutStatus = z.enum(['preparing', 'ready', 'paying', 'paid', 'canceling', 'canceled']).meta({
  description:
    'preparing: commissions are being put together; ready: it can be paid or canceled; paying, canceling: its commissions ' +
    'are on their way to be paid, or free again. It goes on by itself from these three',
});
export type PayoutStatus = z.output<typeof payoutStatus>;

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
      minimum: z.number().nonnegative().optional().meta({
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

export const payoutFilters = listQuery({ status: payoutStatus.optional() });

/** What a payout comes to, in minor units. */
const totals = z.object({ amount: minorUnits, affiliatesCount: z.int(), commissionsCount: z.int() });
export type Totals = z.output<typeof totals>;

/** Where the walk over approved commissions has come to: which of the creators named (0 for all), and after which one. */
const position = z.object({ place: z.int(), after: z.string().nullable() });
export type Position = z.output<typeof position>;

/** A sum over commissions. */
const sum = totals.omit({ affiliatesCount: true });
export type Sum = z.output<typeof sum>;

/** The number of the next batch. */
const next = z.int();

/**
 * What is left to do, and how far that has come: docs/decisions/0033. `gather`: claim commissions; `settle`: go over the
 * lines, and drop those that are not paid; `drop`: free the commissions of these; `pay` and `release`: go over all that
 * is claimed; `clear`: delete the lines of one that is canceled before it was ready.
 */
const work = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('gather'), position, claimed: sum }),
  z.object({
    phase: z.literal('settle'),
    after: z.string().nullable(),
    claimed: sum,
    dropped: sum,
    totals,
  }),
  z.object({ phase: z.literal('drop'), next, totals }),
  z.object({ phase: z.literal('pay'), next }),
  z.object({ phase: z.literal('clear') }),
  z.object({ phase: z.literal('release'), next }),
]);
export type Work = z.output<typeof work>;
export type WorkOf<Phase extends Work['phase']> = Extract<Work, { phase: Phase }>;

export const storedPayout = z.lazy(() =>
  z.object({
    id: idOf('payout'),
    brandId: idOf('brand'),
    status: payoutStatus,
    currency: z.string(),
    /** Nothing until it is settled. */
    ...totals.shape,
    minimum: minorUnits,
    affiliateIds: z.array(idOf('affiliate')).nullable(),
    reference: z.string().nullable(),
    createdAt: instant,
    paidAt: instant.nullable(),
    canceledAt: instant.nullable(),
    /** Its lines are what it says they are: it is, or was, ready. */
    isSettled: z.boolean(),
    /** How many batches it has claimed its commissions in. */
    batches: z.int(),
    /** Null where it rests. */
    work: work.nullable(),
    /** Counts the changes: of two who take the same step, one does. */
    revision: z.int(),
  }),
);
export type Payout = z.output<typeof storedPayout>;

/** What a creator is paid. Name and address as they were when the payout became ready. */
export const storedLine = z.lazy(() =>
  z.object({
    affiliateId: idOf('affiliate'),
    amount: minorUnits,
    commissionsCount: z.int(),
    name: z.string().default(''),
    email: z.string().default(''),
  }),
);
export type Line = z.output<typeof storedLine>;

/** Commissions that were claimed in one step, and are in the payout; none where all of them have been dropped. */
export const storedBatch = z.lazy(() =>
  z.object({
    commissions: z.array(z.object({ id: idOf('commission'), affiliateId: idOf('affiliate') })),
  }),
);
export type Claimed = z.output<typeof storedBatch>['commissions'][number];

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
