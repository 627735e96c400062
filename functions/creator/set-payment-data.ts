import { presentDetails } from '#lib/money/payment-details/present.ts';
import { creator } from '#lib/money/payment-details/routes.ts';
import { setDetails } from '#lib/money/payment-details/store/details.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.setPaymentData, async ({ caller, body: input, now }) => {
  const owner = { brandId: caller.brand.id, affiliateId: caller.affiliateId };
  const secret = await paymentSecret();
  const after = await setDetails(owner, { input, by: 'creator', secret }, now);
  return presentDetails(caller.affiliateId, after);
});
