// Lists the evidence that a rule does not have.
export const noEvidence = {
  clickId: null,
  otherAffiliateId: null,
  discountId: null,
  count: null,
  total: null,
} as const;
