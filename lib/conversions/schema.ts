// A conversion: an order that a brand reports, whom it is attributed to, and why. What goes in, is stored, comes out.
import * as z from 'zod';
import { email } from '#lib/auth/schema.ts';
import { commissionAnswer } from '#lib/commissions/schema.ts';
import { errorBody } from '#lib/contract/error.ts';
import { listQuery } from '#lib/contract/paging.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idFilter, idOf } from '#lib/shared/ids.ts';
import { amountInput, currency, decimal, minorUnits } from '#lib/shared/money.ts';

/** An id that the brand's own system gave; printable, so that it can be read in a report. */
const ownId = z.lazy(() =>
  z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/, 'Must be 1 to 100 printable ASCII characters')
    .meta({ example: 'order-1041' }),
);

/** What a shop has been told: it may be of somebody else, or nothing at all. */
const reference = z.string().trim().min(1).max(100);

const maxItems = 100;
const orderItem = z.lazy(() =>
  z.strictObject({
    sku: z.string().min(1).max(100),
    name: z.string().max(200).optional(),
    quantity: z.int().min(1).max(1_000_000),
    price: z.number().nonnegative().optional().meta({ description: 'Of one, in the currency of the order' }),
  }),
);

const storedOrderItem = z.lazy(() => z.object({ ...orderItem.unwrap().shape, price: minorUnits.optional() }));

export const conversionInput = z.lazy(() =>
  z
    .strictObject({
      orderId: ownId.unwrap().meta({ description: 'Unique in the brand' }),
      amount: amountInput.meta({ description: 'What commissions are paid on: without shipping and tax' }),
      currency: currency.optional().meta({ description: 'The brand’s own, which it is without this' }),
      discountCode: reference.optional(),
      clickId: reference.optional(),
      trackingCode: reference.optional(),
      customerId: ownId.optional(),
      customerEmail: email.optional().meta({ description: 'Only a salted hash of it is kept' }),
      items: z.array(orderItem).max(maxItems).optional(),
      occurredAt: instant.optional().meta({ description: 'When it was ordered; now, without this' }),
    })
    .meta({ id: 'ConversionInput' }),
);
export type ConversionInput = z.output<typeof conversionInput>;

export const bulkInput = z.lazy(() =>
  z.strictObject({ conversions: z.array(conversionInput).min(1).max(100) }),
);

export const candidateSource = z.enum(['discountCode', 'click', 'trackingCode']);
export type CandidateSource = z.output<typeof candidateSource>;

/** Why nobody earns with an order. */
const unattributedReason = z.enum([
  'noReference',
  'unknownReference',
  'creatorInactive',
  'outsideWindow',
  'notCounted',
]);

const lossReason = z.enum([...unattributedReason.exclude(['noReference']).options, 'outranked']).meta({
  description:
    'unknownReference: the brand has no such thing; creatorInactive: its creator is paused or banned; outsideWindow: the ' +
    'click is too old, or younger than the order; notCounted: the click was a bot’s, a preview or the like; outranked: one before it won',
});
export type LossReason = z.output<typeof lossReason>;

export const attribution = z.enum(['attributed', ...unattributedReason.options]).meta({
  description: 'attributed, or why not: the first candidate’s reason, and noReference where there is none',
});
export type Attribution = z.output<typeof attribution>;

const receipt = z.lazy(() =>
  z
    .object({
      rulesVersion: z.int(),
      attribution,
      winner: candidateSource.nullable(),
      candidates: z
        .array(
          z.object({
            source: candidateSource,
            reference: z.string(),
            affiliateId: idOf('affiliate').nullable(),
            campaignId: idOf('campaign').nullable(),
            clickedAt: instant.nullable(),
            windowDays: z.int().nullable(),
            outcome: z.enum(['won', 'lost']),
            reason: lossReason.nullable(),
          }),
        )
        .meta({ description: 'All that the order names, the one that counts most first' }),
    })
    .meta({ id: 'AttributionReceipt' }),
);
export type Receipt = z.output<typeof receipt>;

const facts = () => ({
  id: idOf('conversion'),
  orderId: z.string(),
  currency: z.string(),
  affiliateId: idOf('affiliate').nullable(),
  campaignId: idOf('campaign').nullable(),
  discountId: idOf('discount').nullable(),
  commissionId: idOf('commission').nullable(),
  receipt,
  occurredAt: instant,
  createdAt: instant,
});

export const storedConversion = z.lazy(() =>
  z.object({
    ...facts(),
    brandId: idOf('brand'),
    amount: minorUnits,
    refundedAmount: minorUnits,
    customerId: z.string().nullable(),
    /** Salted by the brand. */
    customerHash: z.string().nullable(),
    /** Prices in minor units. */
    items: z.array(storedOrderItem),
    /** Counts the changes, so that two of them cannot overwrite each other unseen. */
    revision: z.int(),
  }),
);
export type Conversion = z.output<typeof storedConversion>;

/** What stands under an order's own id: what it was recorded as, and a salted hash of the body that said so. */
export const storedOrder = z.lazy(() =>
  z.object({ conversionId: idOf('conversion'), fingerprint: z.string() }),
);

export const conversionAnswer = z.lazy(() =>
  z.object({ ...facts(), amount: decimal, refundedAmount: decimal }).meta({ id: 'Conversion' }),
);

/** What an order would become; nothing is written, so there are no ids yet. */
export const conversionPreview = z.lazy(() =>
  conversionAnswer
    .unwrap()
    .omit({ id: true, commissionId: true })
    .extend({
      dryRun: z.literal(true),
      commission: commissionAnswer
        .unwrap()
        .pick({ affiliateId: true, amount: true, currency: true, rate: true, hold: true, eligibleAt: true })
        .nullable(),
    })
    .meta({ id: 'ConversionPreview' }),
);

export const bulkResult = z.lazy(() =>
  z
    .discriminatedUnion('status', [
      z.strictObject({ index: z.int(), status: z.literal('created'), conversion: conversionAnswer }),
      z.strictObject({ index: z.int(), status: z.literal('existing'), conversion: conversionAnswer }),
      z.strictObject({ index: z.int(), status: z.literal('preview'), conversion: conversionPreview }),
      z.strictObject({ index: z.int(), status: z.literal('failed'), error: errorBody }),
    ])
    .meta({ id: 'BulkConversionResult' }),
);

export const refundInput = z.lazy(() =>
  z
    .strictObject({
      refundId: ownId.unwrap().meta({ description: 'Unique in the order' }),
      amount: amountInput.optional().meta({ description: 'All that is left, without this' }),
    })
    .meta({ id: 'RefundInput' }),
);
export type RefundInput = z.output<typeof refundInput>;

export const storedRefund = z.lazy(() =>
  z.object({
    id: idOf('refund'),
    brandId: idOf('brand'),
    conversionId: idOf('conversion'),
    refundId: z.string(),
    amount: minorUnits,
    /** What was asked for; null for all that was left. */
    asked: minorUnits.nullable(),
    currency: z.string(),
    commissionId: idOf('commission').nullable(),
    createdAt: instant,
  }),
);
export type Refund = z.output<typeof storedRefund>;

export const refundAnswer = z.lazy(() =>
  z
    .object({
      id: idOf('refund'),
      conversionId: idOf('conversion'),
      refundId: z.string(),
      amount: decimal,
      currency: z.string(),
      commissionId: idOf('commission').nullable().meta({
        description: 'The negative commission that takes back from one that is paid, or in a payout',
      }),
      createdAt: instant,
    })
    .meta({ id: 'Refund' }),
);

export const conversionFilters = listQuery({
  affiliateId: idFilter.optional(),
  attribution: attribution.optional(),
});
export type ConversionFilters = Pick<z.output<typeof conversionFilters>, 'affiliateId' | 'attribution'>;
