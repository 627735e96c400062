import { presentPayout } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { advanceInRequest } from '#lib/money/payouts/store/advance.ts';
import { updatePayout } from '#lib/money/payouts/store/payouts.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(payouts.update, async ({ caller: { brand }, params, body, now }) => {
  const payout = await updatePayout(brand.id, params.id, body, now);
  return presentPayout(await advanceInRequest(payout, brand));
});
