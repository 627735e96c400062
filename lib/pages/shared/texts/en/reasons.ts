// The English texts of reasons of commissions.
/** The reasons of the amount and the status of a commission. */
export const reasons = {
  order: (id: string) => `order ${id}`,
  percentOf: (rate: string, amount: string) => `${rate} of ${amount}`,
  byRate: (rate: string, source: string) => `${rate}, by ${source}`,
  reduced: (before: string) => `It was ${before} until a part of the order was refunded or removed`,
  severalParts: 'The products of the order have different rates',
  capped: 'Reduced by the cap',
  held: (why: string) => `Waits for a review: ${why}`,
  sources: {
    override: 'the creator’s own rate',
    campaign: 'the rate of the campaign',
    brand: 'the rate of the brand',
    creatorTerms: 'the creator’s own terms',
    groupTerms: 'the terms of the group',
    campaignTerms: 'the terms of the campaign',
    brandTerms: 'the terms of the brand',
  } as Readonly<Record<string, string>>,
};
