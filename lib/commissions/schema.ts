// A commission: what a creator earns with one conversion.
import * as z from 'zod';
import { listQuery } from '#lib/contract/paging.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { idFilter, idOf } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, storedRate } from '#lib/shared/rates.ts';

export const commissionStatus = z.enum(['pending', 'approved', 'paid', 'rejected', 'reversed']);
export type CommissionStatus = z.output<typeof commissionStatus>;

const rateSource = z.enum(['override', 'campaign', 'brand']).meta({
  description: 'Where the rate came from: the creator’s override, else the campaign, else the brand',
});

export const commissionFilters = listQuery({
  status: commissionStatus.optional(),
  affiliateId: idFilter.optional(),
});
export type CommissionFilters = Pick<z.output<typeof commissionFilters>, 'status' | 'affiliateId'>;

export const storedCommission = z.lazy(() =>
  z.object({
    id: idOf('commission'),
    brandId: idOf('brand'),
    affiliateId: idOf('affiliate'),
    campaignId: idOf('campaign').nullable(),
    conversionId: idOf('conversion'),
    orderId: z.string(),
    orderAmount: minorUnits,
    amount: minorUnits,
    currency: z.string(),
    rate: z.object({ ...storedRate.shape, source: rateSource }),
    status: commissionStatus,
    createdAt: instant,
    eligibleAt: instant,
    approvedAt: instant.nullable(),
    approvedBy: idOf('user').nullable(),
    paidAt: instant.nullable(),
    payoutId: idOf('payout').nullable(),
    reason: z.string().nullable(),
  }),
);
export type Commission = z.output<typeof storedCommission>;

export const commissionAnswer = z.lazy(() =>
  z
    .object({
      id: idOf('commission'),
      affiliateId: idOf('affiliate'),
      campaignId: idOf('campaign').nullable(),
      conversionId: idOf('conversion'),
      orderId: z.string(),
      orderAmount: decimal,
      amount: decimal,
      currency: z.string(),
      rate: z.object({ ...rate.shape, source: rateSource }),
      status: commissionStatus,
      createdAt: instant,
      eligibleAt: instant.meta({ description: 'When the hold of the brand is over' }),
      approvedAt: instant.nullable(),
      approvedBy: idOf('user').nullable(),
      paidAt: instant.nullable(),
      payoutId: idOf('payout').nullable(),
      reason: z.string().nullable().meta({ description: 'Why it was rejected or reversed' }),
    })
    .meta({ id: 'Commission' }),
);
