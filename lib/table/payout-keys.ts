// The keys of what a payout is made of.

/** Lines of a payout, by affiliate. */
export const linesOf = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}#LINE`;

/** What a payout has claimed, by the steps it was claimed in. */
const batchesOf = (brandId: string, payoutId: string): string => `${brandId}#${payoutId}#BATCH`;
const digitsOfBatch = 6;

export const keysOfPayouts = {
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
