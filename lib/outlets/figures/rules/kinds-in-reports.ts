// Lists the kinds of ledger entries that change reports. The deployment reads this file for a stream filter, so it must not import zod.
import type { LedgerKind } from '#lib/money/ledger/schema.ts';

const changesReports = {
  order: true,
  orderChange: true,
  cancellation: true,
  refund: true,
  refundReversal: true,
  commission: true,
  adjustment: true,
  bonus: true,
  deduction: true,
  openingBalance: true,
  tierSupplement: true,
  monthlyCap: true,
  hold: false,
  holdRelease: false,
  approval: true,
  rejection: true,
  reversal: true,
  reopening: true,
  restoration: true,
  payoutClaim: true,
  payoutRelease: true,
  payout: true,
  payoutReopen: true,
  payoutReturn: true,
} as const satisfies Record<LedgerKind, boolean>;

export const kindsInReports: readonly string[] = Object.entries(changesReports)
  .filter(([, changes]) => changes)
  .map(([kind]) => kind);
