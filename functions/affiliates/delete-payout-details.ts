import { affiliates } from '#lib/money/payment-details/routes.ts';
import { removeDetails } from '#lib/money/payment-details/store/details.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(affiliates.deletePayoutDetails, ({ caller, params: { id }, now }) =>
  removeDetails({ brandId: caller.brand.id, affiliateId: id }, now),
);
