import { payoutDetails } from '#lib/money/payment-details/routes.ts';
import { removeDetails } from '#lib/money/payment-details/store/details.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(payoutDetails.delete, ({ caller, params: { id }, now }) =>
  removeDetails({ brandId: caller.brand.id, affiliateId: id }, now),
);
