// A payout as it is stored: itself, with what is left to do, its lines, and what it has claimed.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { minorUnits } from '#lib/shared/money.ts';
import { payoutStatus } from './payout.ts';

/** A sum over commissions, in minor units. */
const sumShape = () => ({ amount: minorUnits, commissionsCount: z.int() });
const sum = z.lazy(() => z.object(sumShape()));
export type Sum = z.output<typeof sum>;

/** What a payout comes to. */
const totalsShape = () => ({ ...sumShape(), affiliatesCount: z.int() });
const totals = z.lazy(() => z.object(totalsShape()));
export type Totals = z.output<typeof totals>;

/** Where the walk over approved commissions has come to: which of the creators named (0 for all), and after which one. */
const position = z.lazy(() => z.object({ place: z.int(), after: z.string().nullable() }));
export type Position = z.output<typeof position>;

/**
 * What is left to do, and how far that has come: docs/decisions/0033. `gather`: claim commissions; `finalize`: go over the
 * lines, and drop those that are not paid; `drop`: free the commissions of these; `pay` and `release`: go over all that
 * is claimed; `clear`: delete the lines of one that is canceled before it was ready. `next`: the number of a batch.
 */
const work = z.lazy(() =>
  z.discriminatedUnion('phase', [
    z.object({ phase: z.literal('gather'), position, claimed: sum }),
    z.object({
      phase: z.literal('finalize'),
      after: z.string().nullable(),
      claimed: sum,
      dropped: sum,
      totals,
    }),
    z.object({ phase: z.literal('drop'), next: z.int(), totals }),
    z.object({ phase: z.literal('pay'), next: z.int() }),
    z.object({ phase: z.literal('clear') }),
    z.object({ phase: z.literal('release'), next: z.int() }),
  ]),
);
export type Work = z.output<typeof work>;
export type WorkOf<Phase extends Work['phase']> = Extract<Work, { phase: Phase }>;

export const storedPayout = z.lazy(() =>
  z.object({
    id: idOf('payout'),
    brandId: idOf('brand'),
    status: payoutStatus,
    currency: z.string(),
    /** Nothing until it is final. */
    ...totalsShape(),
    minimum: minorUnits,
    affiliateIds: z.array(idOf('affiliate')).nullable(),
    reference: z.string().nullable(),
    createdAt: instant,
    paidAt: instant.nullable(),
    canceledAt: instant.nullable(),
    /** Its lines are what it says they are: it is, or was, ready. */
    isFinal: z.boolean(),
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
export type ClaimedCommission = z.output<typeof storedBatch>['commissions'][number];
