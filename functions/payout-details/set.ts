import { presentDetails } from '#lib/money/payment-details/present.ts';
import { payoutDetails } from '#lib/money/payment-details/routes.ts';
import { setDetails } from '#lib/money/payment-details/store/details.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(payoutDetails.set, async ({ caller, params: { id }, body: input, now }) => {
  const owner = { brandId: caller.brand.id, affiliateId: id };
  const secret = await paymentSecret();
  return presentDetails(id, await setDetails(owner, { input, by: 'brand', secret }, now));
});
