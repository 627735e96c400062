import { presentDetails } from '#lib/money/payment-details/present.ts';
import { creator } from '#lib/money/payment-details/routes.ts';
import { findDetails } from '#lib/money/payment-details/store/details.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.getPaymentData, async ({ caller: { brand, affiliateId } }) =>
  presentDetails(affiliateId, await findDetails({ brandId: brand.id, affiliateId })),
);
