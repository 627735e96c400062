// Defines the schema of ledger entries. Entries are balanced and immutable, and all totals can be recalculated from them.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';

/**
 * The accounts of a brand. `customers`: payments of customers; `sales`: revenue; `commissions`: the cost of commissions. The
 * other accounts hold the commissions of creators by progress: `pending`, `approved`, `inPayout` and `paid`.
 */
const accounts = ['customers', 'sales', 'commissions', 'pending', 'approved', 'inPayout', 'paid'] as const;
export type Account = (typeof accounts)[number];

const kinds = [
  'order',
  'orderChange',
  'cancellation',
  'refund',
  'refundReversal',
  'commission',
  'adjustment',
  'bonus',
  'deduction',
  'openingBalance',
  'tierSupplement',
  'monthlyCap',
  'hold',
  'holdRelease',
  'approval',
  'rejection',
  'reversal',
  'reopening',
  'restoration',
  'payoutClaim',
  'payoutRelease',
  'payout',
  'payoutReopen',
  'payoutReturn',
] as const;
export type LedgerKind = (typeof kinds)[number];

/** Attributes of indexes, which list the conversion or commission of the entry: docs/decisions/0085. */
const listKeys = () => ({
  listedId: z.string().optional(),
  byCampaign: z.string().optional(),
  byDiscount: z.string().optional(),
  byCustomer: z.string().optional(),
  byTime: z.string().optional(),
  listedTime: z.string().optional(),
});

export const storedEntry = z.object({
  id: idSchema('ledgerEntry'),
  brandId: idSchema('brand'),
  kind: z.enum(kinds),
  at: instant,
  conversionId: idSchema('conversion').nullable(),
  commissionId: idSchema('commission').nullable(),
  payoutId: idSchema('payout').nullable(),
  affiliateId: idSchema('affiliate').nullable(),
  campaignId: idSchema('campaign').nullable(),
  discountId: idSchema('discount').nullable(),
  /** Debits are positive and credits are negative, and their sum is 0. Empty if the entry changes only counts. */
  postings: z.array(z.object({ account: z.enum(accounts), amount: minorUnits })),
  orders: z.int(),
  uses: z.int(),
  /**
   * How much the entry changes the counts of conversions and commissions: `total`, `held`, and each attribution or status.
   * `amount` of the conversions is the sum of all orders, without refunds, of the commissions of leads and signups, and of all manual
   * commissions, without their signs.
   */
  conversions: z.record(z.string(), z.int()),
  commissions: z.record(z.string(), z.int()),
  /** The time and the discount code under which figures count the entry, and the approval of its commission. */
  report: z.object({
    at: instant,
    discountId: idSchema('discount').nullable(),
    approvedAt: instant.nullable(),
  }),
  ...listKeys(),
});
export type LedgerEntry = z.output<typeof storedEntry>;
export type Posting = LedgerEntry['postings'][number];
