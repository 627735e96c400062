// The ledger: one entry for each movement of money or of a count, balanced, never changed. Every sum follows from it.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { minorUnits } from '#lib/shared/money.ts';

/**
 * Where money stands, seen from the brand. `customers`: what they have paid; `sales`: what it was paid for; `commissions`:
 * what creators cost. The others are what is owed to a creator, by how far it has come: `pending`, `approved`,
 * `inPayout`; and `paid`, what has left.
 */
const accounts = ['customers', 'sales', 'commissions', 'pending', 'approved', 'inPayout', 'paid'] as const;
export type Account = (typeof accounts)[number];

const kinds = [
  'order',
  'refund',
  'commission',
  'adjustment',
  'hold',
  'approval',
  'rejection',
  'reversal',
  'payoutClaim',
  'payoutRelease',
  'payout',
] as const;
export type LedgerKind = (typeof kinds)[number];

export const storedEntry = z.lazy(() =>
  z.object({
    id: idOf('ledgerEntry'),
    brandId: idOf('brand'),
    kind: z.enum(kinds),
    at: instant,
    /** What it is about; null for what takes no part. */
    conversionId: idOf('conversion').nullable(),
    commissionId: idOf('commission').nullable(),
    payoutId: idOf('payout').nullable(),
    affiliateId: idOf('affiliate').nullable(),
    campaignId: idOf('campaign').nullable(),
    discountId: idOf('discount').nullable(),
    /** A debit is positive, a credit negative: they add up to nothing. None where only counts move. */
    postings: z.array(z.object({ account: z.enum(accounts), amount: minorUnits })),
    /** Orders that count, and uses of the discount code: what they gain. */
    orders: z.int(),
    uses: z.int(),
    /** What the counts of conversions and of commissions gain, by status, and of what is held. */
    conversions: z.record(z.string(), z.int()),
    commissions: z.record(z.string(), z.int()),
  }),
);
export type LedgerEntry = z.output<typeof storedEntry>;
export type Posting = LedgerEntry['postings'][number];
