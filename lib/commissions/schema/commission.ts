// A commission: what a creator earns with one conversion.
import * as z from 'zod';
import { errorBody } from '#lib/contract/error.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idFilter, idOf } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, storedRate } from '#lib/shared/rates.ts';

export const commissionStatus = z.enum(['pending', 'approved', 'paid', 'rejected', 'reversed']);
export type CommissionStatus = z.output<typeof commissionStatus>;

const rateSource = () =>
  z.enum(['override', 'campaign', 'brand']).meta({
    description: 'Where the rate came from: the creator’s override, else the campaign, else the brand',
  });

const holdReasons = ['selfReferral', 'creatorBanned'] as const;
export type HoldReason = (typeof holdReasons)[number];

const hold = () =>
  z.object({
    reason: z.enum(holdReasons).meta({
      description:
        'selfReferral: the customer’s e-mail address is the creator’s; creatorBanned: the creator was banned when it would have ' +
        'been approved by itself',
    }),
    since: instant,
  });

/** What is stored just as it is answered. */
const facts = () => ({
  id: idOf('commission'),
  affiliateId: idOf('affiliate'),
  campaignId: idOf('campaign').nullable(),
  conversionId: idOf('conversion'),
  orderId: z.string(),
  currency: z.string(),
  status: commissionStatus,
  createdAt: instant,
  eligibleAt: instant.meta({ description: 'When the hold of the brand is over' }),
  approvedAt: instant.nullable(),
  approvedBy: idOf('user').nullable(),
  paidAt: instant.nullable(),
  payoutId: idOf('payout').nullable(),
  reason: z.string().nullable().meta({
    description: 'Why it was rejected, reversed, or made to take back from another one',
  }),
  hold: hold().nullable().meta({
    description: 'Why it waits for someone to look at it; it is never approved by itself',
  }),
  adjusts: idOf('commission').nullable().meta({
    description:
      'The commission that this one, which is negative, takes back from after a refund: it was paid, or in a payout',
  }),
});

export const storedCommission = z.lazy(() => {
  const { hold: held, adjusts, ...others } = facts();
  return z.object({
    ...others,
    brandId: idOf('brand'),
    orderAmount: minorUnits,
    amount: minorUnits,
    rate: z.object({ ...storedRate.shape, source: rateSource() }),
    // Those that were stored before there was either have none.
    hold: held.default(null),
    adjusts: adjusts.default(null),
    /** It stands among what is held, and counts there. What was held before there was that list does so once it changes. */
    isInReview: z.literal(true).optional(),
    /** A refund has been taken back from it by one of its own: its amount stays what it is. */
    isAdjusted: z.literal(true).optional(),
    /** Counts the changes, so that two of them cannot overwrite each other unseen. */
    revision: z.int().default(0),
  });
});
export type Commission = z.output<typeof storedCommission>;

export const commissionAnswer = z.lazy(() =>
  z
    .object({
      ...facts(),
      orderAmount: decimal,
      amount: decimal,
      rate: z.object({ ...rate.shape, source: rateSource() }),
    })
    .meta({ id: 'Commission' }),
);

export const rejectInput = z.lazy(() => z.strictObject({ reason: z.string().trim().min(1).max(500) }));

/** An id that is none is a commission that does not exist: it fails by itself, not all of them. */
export const approveInput = z.lazy(() => z.strictObject({ ids: z.array(idFilter).min(1).max(100) }));

export const approveResult = z.lazy(() =>
  z
    .discriminatedUnion('status', [
      z.strictObject({ index: z.int(), status: z.literal('approved'), commission: commissionAnswer }),
      z.strictObject({ index: z.int(), status: z.literal('failed'), error: errorBody }),
    ])
    .meta({ id: 'ApprovalResult' }),
);
