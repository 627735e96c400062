// Defines the statuses and the stored item of commissions.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';
import { storedExplanation } from '#lib/program/terms/schema/explanation.ts';
import { hold } from './hold.ts';
import { kindWithoutOrder } from './kind.ts';

export const commissionStatus = z.enum(['pending', 'approved', 'paid', 'rejected', 'reversed']).meta({
  description:
    '`pending`: in its hold period, or held for review. `approved`: waits for a payout. `paid`: paid by a payout, or elsewhere. `rejected`: refused by ' +
    'the brand. `reversed`: taken back, because the order was refunded in full.',
});
export type CommissionStatus = z.output<typeof commissionStatus>;

export const rateSource = () =>
  z
    .enum(['override', 'campaign', 'brand', 'creatorTerms', 'groupTerms', 'campaignTerms', 'brandTerms'])
    .meta({
      description:
        'The source of the rate: the terms or the override of the creator, else the terms of the creator’s group, else the terms or the rate of the campaign, else those of the brand.',
    });

export const sharedFields = () => ({
  id: idSchema('commission'),
  affiliateId: idSchema('affiliate'),
  campaignId: idSchema('campaign')
    .nullable()
    .meta({ description: 'The campaign that the commission counts for. Null for none.' }),
  conversionId: idSchema('conversion')
    .nullable()
    .meta({ description: 'The conversion that earned it. Null for a commission without an order.' }),
  orderId: z.string().nullable().meta({ description: 'Your id of the order. Null without an order.' }),
  currency: z.string().meta({ description: 'The currency of the amounts, which is the brand’s.' }),
  status: commissionStatus,
  createdAt: instant.meta({ description: 'When the commission was created.' }),
  eligibleAt: instant.meta({
    description:
      'The end of the hold period. The commission is then approved automatically, unless it is held.',
  }),
  approvedAt: instant.nullable().meta({ description: 'When the commission was approved. Otherwise null.' }),
  approvedBy: z
    .union([idSchema('user'), idSchema('apiKey')])
    .nullable()
    .meta({
      description: 'The user or the API key that approved the commission. Null for an automatic approval.',
    }),
  paidAt: instant.nullable().meta({ description: 'When the commission was paid. Otherwise null.' }),
  payoutId: idSchema('payout')
    .nullable()
    .meta({ description: 'The payout that contains the commission. Null for none.' }),
  reason: z.string().nullable().meta({
    description:
      'Why it was rejected or reversed, or why an adjustment or a commission without an order was created. Otherwise null.',
  }),
  hold: hold().nullable().meta({
    description: 'Why the commission waits for a manual review. Null if it is not held.',
  }),
  adjusts: idSchema('commission').nullable().meta({
    description:
      'Set on an adjustment: the id of the commission that it adjusts. A clawback has a negative amount, a supplement a positive one.',
  }),
});

export const storedCommission = z.object({
  ...sharedFields(),
  brandId: idSchema('brand'),
  orderAmount: minorUnits.nullable(),
  /** A reversed commission keeps the amount that it had before. A rejected one follows its order. */
  amount: minorUnits,
  originalAmount: minorUnits,
  rate: z.object({ ...storedRate.shape, source: rateSource() }).nullable(),
  /** Absent for commissions of orders, and for their adjustments. */
  manualKind: kindWithoutOrder.optional(),
  /** Only the commission of a lead or a signup has it, and its adjustments. */
  leadKind: z.enum(['lead', 'signup']).optional(),
  /** The reason of a manual commission while another one says why it was rejected. */
  reasonBefore: z.string().nullish(),
  /** The time and the discount code of the order, for reports. */
  occurredAt: instant,
  discountId: idSchema('discount').nullable(),
  /** Only a commission by terms has it. */
  explanation: storedExplanation.optional(),
  isAdjusted: z.literal(true).optional(),
  settledElsewhere: z.literal(true).optional(),
  /** The hold of a commission that was reversed while it waited for a review. */
  holdBefore: hold().optional(),
  revision: z.int(),
});
export type Commission = z.output<typeof storedCommission>;
export type CommissionRate = NonNullable<Commission['rate']>;
