import { endpoint } from '#lib/http/endpoint.ts';
import { presentPayout } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { advanceInRequest } from '#lib/payouts/store/advance.ts';
import { updatePayout } from '#lib/payouts/store/payouts.ts';

export const handler = endpoint(payouts.update, async ({ caller: { brand }, params, body, now }) => {
  const payout = await updatePayout(brand.id, params.id, body, now);
  return presentPayout(await advanceInRequest(payout, brand));
});
