import { presentDetails } from '#lib/money/payment-details/present.ts';
import { payoutDetails } from '#lib/money/payment-details/routes.ts';
import { findDetails } from '#lib/money/payment-details/store/details.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(payoutDetails.get, async ({ caller, params: { id } }) =>
  presentDetails(id, await findDetails({ brandId: caller.brand.id, affiliateId: id })),
);
