// Defines the keys of orders, refunds, the ledger, payout lines and payout batches.
import { digits } from '#lib/foundation/shared/crockford.ts';

export const orderPartition = (brandId: string): string => `${brandId}#ORDER`;

export const refundPartition = (brandId: string, conversionId: string): string =>
  `${brandId}#${conversionId}#REFUND`;

export const pendingRefundPartition = (brandId: string): string => `${brandId}#PENDING_REFUND`;

/** The ledger is sharded by the random last character of the entry id, so that it has no hot partition. */
export const ledgerPartition = (brandId: string, shard: string): string => `${brandId}#LEDGER#${shard}`;
export const isLedgerKey = (pk: string): boolean => pk.includes('#LEDGER#');
export const ledgerShards: readonly string[] = [...digits];

export const payoutLinePartition = (brandId: string, payoutId: string): string =>
  `${brandId}#${payoutId}#LINE`;

export const excludedLinePartition = (brandId: string, payoutId: string): string =>
  `${brandId}#${payoutId}#EXCLUDED`;

const payoutBatchPartition = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}#BATCH`;
const batchDigits = 6;

export const moneyKeys = {
  order: (brandId: string, orderId: string) => ({ pk: orderPartition(brandId), sk: orderId }),
  /** The creator to whom a customer is bound, by the salted hash of the customer's e-mail address. */
  customerEmail: (brandId: string, emailHash: string) => ({
    pk: `${brandId}#CUSTOMER_EMAIL`,
    sk: emailHash,
  }),
  refund: (brandId: string, conversionId: string, refundId: string) => ({
    pk: refundPartition(brandId, conversionId),
    sk: refundId,
  }),
  pendingRefund: (brandId: string, id: string) => ({ pk: pendingRefundPartition(brandId), sk: id }),
  /** Claims what an open dispute of a creator is about: an id, or the brand's id of an order. */
  openDispute: (brandId: string, affiliateId: string, kind: 'ID' | 'ORDER', id: string) => ({
    pk: `${brandId}#OPEN_DISPUTE`,
    sk: `${affiliateId}#${kind}#${id}`,
  }),
  decision: (brandId: string, id: string) => ({ pk: `${brandId}#DECISION`, sk: id }),
  runningDecision: (brandId: string, decision: 'approve' | 'reject') => ({
    pk: `${brandId}#RUNNING_DECISION`,
    sk: decision,
  }),
  ledgerEntry: (brandId: string, id: string) => ({ pk: ledgerPartition(brandId, id.slice(-1)), sk: id }),
  /** The sums that tiers and caps have added to a creator in a month. */
  creatorMonth: (brandId: string, affiliateId: string, month: string) => ({
    pk: `${brandId}#CREATOR_MONTH`,
    sk: `${affiliateId}#${month}`,
  }),
  newestPayout: (brandId: string) => ({ pk: `${brandId}#NEWEST_PAYOUT`, sk: 'POINTER' }),
  payoutLine: (brandId: string, payoutId: string, affiliateId: string) => ({
    pk: payoutLinePartition(brandId, payoutId),
    sk: affiliateId,
  }),
  excludedLine: (brandId: string, payoutId: string, affiliateId: string) => ({
    pk: excludedLinePartition(brandId, payoutId),
    sk: affiliateId,
  }),
  payoutBatch: (brandId: string, payoutId: string, number: number) => ({
    pk: payoutBatchPartition(brandId, payoutId),
    sk: String(number).padStart(batchDigits, '0'),
  }),
} as const;
