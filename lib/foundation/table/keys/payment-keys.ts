// Defines the keys of the payment details of creators. Separate, so that functions that do not use them do not bundle them.

export const paymentDetailsPartition = (brandId: string): string => `${brandId}#PAYMENT_DETAILS`;

export const paymentKeys = {
  paymentDetails: (brandId: string, affiliateId: string) => ({
    pk: paymentDetailsPartition(brandId),
    sk: affiliateId,
  }),
} as const;
