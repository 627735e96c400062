// The keys of orders, of the ledger, and of what a payout is made of.
import { digits } from '#lib/shared/crockford.ts';

/** The orders of a brand, by their own ids. */
export const ordersOf = (brandId: string): string => `${brandId}#ORDER`;

/** Refunds of a conversion, by the id that the brand gave each. */
export const refundsOf = (brandId: string, conversionId: string): string =>
  `${brandId}#${conversionId}#REFUND`;

/** A brand's ledger, spread by the last character of the entries' ids, which is random: no one partition takes all of it. */
export const ledgerOf = (brandId: string, spread: string): string => `${brandId}#LEDGER#${spread}`;
export const ledgerSpreads: readonly string[] = [...digits];

/** Lines of a payout, by affiliate. */
export const linesOf = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}#LINE`;

/** What a payout has claimed, by the steps it was claimed in. */
const batchesOf = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}#BATCH`;
const digitsOfBatch = 6;

export const moneyKeys = {
  /** An order of the brand, by its own id: what has been recorded as, and from which body. */
  order: (brandId: string, orderId: string) => ({ pk: ordersOf(brandId), sk: orderId }),
  refund: (brandId: string, conversionId: string, refundId: string) => ({
    pk: refundsOf(brandId, conversionId),
    sk: refundId,
  }),
  ledgerEntry: (brandId: string, id: string) => ({ pk: ledgerOf(brandId, id.slice(-1)), sk: id }),
  payoutLine: (brandId: string, payoutId: string, affiliateId: string) => ({
    pk: linesOf(brandId, payoutId),
    sk: affiliateId,
  }),
  /** Numbered from 0 on. */
  payoutBatch: (brandId: string, payoutId: string, number: number) => ({
    pk: batchesOf(brandId, payoutId),
    sk: String(number).padStart(digitsOfBatch, '0'),
  }),
} as const;
