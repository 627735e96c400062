// Converts a stored customer to its API representation.
import type * as z from 'zod';
import type { Customer } from './schema/customer.ts';
import type { customerAnswer } from './schema/endpoints.ts';

export const presentCustomer = (customer: Customer): z.input<typeof customerAnswer> => ({
  id: customer.id,
  customerId: customer.customerId,
  affiliateId: customer.affiliateId,
  reason: customer.reason,
  campaignId: customer.campaignId,
  conversionId: customer.conversionId,
  boundAt: customer.boundAt,
  firstOrderId: customer.firstOrderId,
  pastAffiliates: customer.pastAffiliates.map(({ value, until }) => ({ ...value, until })),
  createdAt: customer.createdAt,
});
