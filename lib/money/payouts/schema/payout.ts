// Defines the statuses and reasons of payouts.
import * as z from 'zod';

export const payoutStatus = z
  .enum(['preparing', 'ready', 'paying', 'paid', 'reopening', 'updating', 'canceling', 'canceled'])
  .meta({
    description:
      '`preparing`: approved commissions are being collected. `ready`: the payout can be paid or canceled. `paying`, ' +
      '`reopening`, `canceling`: its commissions are being marked as paid, marked as not paid, or released. The service completes ' +
      '`preparing`, `paying`, `reopening` and `canceling` automatically. `updating`: a line is being marked as paid or failed; the ' +
      'payout then returns to `ready` or `paid`.',
  });
export type PayoutStatus = z.output<typeof payoutStatus>;

export const lineStatus = z.enum(['open', 'paid', 'failed']).meta({
  description:
    '`open`: to be paid. `paid`: marked as paid, alone or together with the payout. `failed`: not paid; the commissions have left the ' +
    'payout, and a later payout can contain them.',
});
export type LineStatus = z.output<typeof lineStatus>;

export const exclusionReason = z
  .enum(['excluded', 'invited', 'banned', 'applied', 'declined', 'noPayoutDetails'])
  .meta({
    description:
      '`excluded`: the request names the creator in `excludeAffiliateIds`. `noPayoutDetails`: the creator had no usable details of `paymentMethod` when the payout was created. Otherwise the status of the creator, which excludes the payment.',
  });
export type ExclusionReason = z.output<typeof exclusionReason>;

export const emptyReason = z.enum(['nothingOwed', 'belowMinimum', 'creatorsExcluded']).meta({
  description:
    '`nothingOwed`: no creator is owed more than 0. `belowMinimum`: every creator is owed less than `minimum`. ' +
    '`creatorsExcluded`: the only creators who are owed enough are invited, banned, in `excludeAffiliateIds`, or without details of `paymentMethod`.',
});
export type EmptyReason = z.output<typeof emptyReason>;

export const paymentMethod = z.enum(['sepa', 'paypal', 'wise']);

export const maxLinesShown = 100;
