// Defines the stored items of payouts: the payout with its remaining work, its lines, and its batches of commissions.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { emptyReason, exclusionReason, lineStatus, paymentMethod, payoutStatus } from './payout.ts';

const sumShape = () => ({ amount: minorUnits, commissionsCount: z.int() });
const sum = z.object(sumShape());
export type Sum = z.output<typeof sum>;

/** When the first and the last commission were created. Null without one. */
const periodShape = () => ({
  periodStart: instant.nullable(),
  periodEnd: instant.nullable(),
});

/** The lines that were marked as paid one by one, and those that failed, which no total includes. */
const markedShape = () => ({ paidCount: z.int(), failedCount: z.int() });

const totalsShape = () => ({
  ...sumShape(),
  ...periodShape(),
  affiliatesCount: z.int(),
  excludedCount: z.int(),
});
const totals = z.object(totalsShape());
export type Totals = z.output<typeof totals>;
export type Period = Pick<Totals, 'periodStart' | 'periodEnd'>;

/** `place` is the index of a creator in `affiliateIds`, or 0 for all creators. `after` is the id of the last commission read. */
const position = z.object({ place: z.int(), after: z.string().nullable() });
export type Position = z.output<typeof position>;

/** The counts that a marked line changes. */
const countsShape = () => ({ ...sumShape(), affiliatesCount: z.int(), ...markedShape() });

/** The remaining work of a payout, by phase. `next` is the number of the next batch of commissions. docs/decisions/0033 */
const work = z.discriminatedUnion('phase', [
  /** Claims commissions and adds them to the lines of their creators. */
  z.object({ phase: z.literal('gather'), position, claimed: sum }),
  /** Deletes the lines that are not payable. */
  z.object({
    phase: z.literal('finalize'),
    after: z.string().nullable(),
    claimed: sum,
    dropped: sum,
    totals,
    /** Whether one of the deleted lines was above zero, but below the minimum. */
    hasBelowMinimum: z.boolean(),
  }),
  /** Releases the commissions of deleted lines. */
  z.object({ phase: z.literal('drop'), next: z.int(), totals }),
  z.object({ phase: z.literal('pay'), next: z.int() }),
  /** Marks the commissions of a paid payout as not paid. The payout keeps its payment until the last step. */
  z.object({ phase: z.literal('reopen'), next: z.int(), at: instant, reason: z.string() }),
  /** Pays, releases or returns the commissions of one line. `before` has the counts until the event at the end. */
  z.object({
    phase: z.literal('mark'),
    next: z.int(),
    affiliateId: idSchema('affiliate'),
    to: z.enum(['paid', 'failed']),
    isPaid: z.boolean(),
    at: instant,
    returnsTo: z.enum(['ready', 'paid']),
    before: z.object(countsShape()),
  }),
  /** Deletes the lines of a payout that was canceled before it was ready. */
  z.object({ phase: z.literal('clear') }),
  z.object({ phase: z.literal('release'), next: z.int() }),
]);
export type Work = z.output<typeof work>;
export type WorkOf<Phase extends Work['phase']> = Extract<Work, { phase: Phase }>;

export const storedPayout = z.object({
  id: idSchema('payout'),
  brandId: idSchema('brand'),
  status: payoutStatus,
  currency: z.string(),
  /** The totals are zero until `isFinal` is true. */
  ...totalsShape(),
  ...markedShape(),
  minimum: minorUnits,
  affiliateIds: z.array(idSchema('affiliate')).nullable(),
  excludeAffiliateIds: z.array(idSchema('affiliate')).nullable(),
  earnedBefore: instant.nullable(),
  includeBanned: z.boolean(),
  /** Absent in payouts from before payment details. */
  paymentMethod: paymentMethod.nullable().default(null),
  reference: z.string().nullable(),
  createdAt: instant,
  paidAt: instant.nullable(),
  canceledAt: instant.nullable(),
  reopenedAt: instant.nullable(),
  reopenReason: z.string().nullable(),
  /** Set when the service cancels a payout without payable lines. */
  emptyReason: emptyReason.nullable(),
  /** True once lines and totals are complete: the payout has been `ready`, or it was canceled because it is empty. */
  isFinal: z.boolean(),
  batches: z.int(),
  work: work.nullable(),
  revision: z.int(),
});
export type Payout = z.output<typeof storedPayout>;

/** A payout is created only if this item still names the payout that was the newest when the request read it. */
export const storedNewestPayout = z.object({ payoutId: idSchema('payout') });

export const storedLine = z.object({
  affiliateId: idSchema('affiliate'),
  amount: minorUnits,
  commissionsCount: z.int(),
  ...periodShape(),
  /** Absent until the line is completed, and the reason in lines that are paid. */
  name: z.string().default(''),
  email: z.string().default(''),
  reason: exclusionReason.nullable().default(null),
  /** Absent in a line that is neither paid alone nor failed. */
  status: lineStatus.default('open'),
  paidAt: instant.nullable().default(null),
  failedAt: instant.nullable().default(null),
  failureReason: z.string().nullable().default(null),
});
export type Line = z.output<typeof storedLine>;

/** The commissions that one step claimed. The `drop` phase removes the commissions that it releases. Exists until they are released. */
export const storedBatch = z.object({
  commissions: z.array(z.object({ id: idSchema('commission'), affiliateId: idSchema('affiliate') })),
});
export type ClaimedCommission = z.output<typeof storedBatch>['commissions'][number];
