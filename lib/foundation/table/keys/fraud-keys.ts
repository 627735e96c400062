// Defines the keys under which creators with the same mailbox or account are found, and the claims of findings about creators.

export const mailboxPartition = (brandId: string, hash: string): string => `${brandId}#MAILBOX#${hash}`;
export const accountPartition = (brandId: string, hash: string): string =>
  `${brandId}#PAYMENT_ACCOUNT#${hash}`;

export const fraudKeys = {
  mailbox: (brandId: string, hash: string, affiliateId: string) => ({
    pk: mailboxPartition(brandId, hash),
    sk: affiliateId,
  }),
  account: (brandId: string, hash: string, affiliateId: string) => ({
    pk: accountPartition(brandId, hash),
    sk: affiliateId,
  }),
  /** `evidence` names the rule and what it is about, so that concurrent evaluations create one finding. */
  fraudClaim: (brandId: string, affiliateId: string, evidence: readonly string[]) => ({
    pk: `${brandId}#FRAUD_CLAIM`,
    sk: [affiliateId, ...evidence].join('#'),
  }),
} as const;
