import { endpoint } from '#lib/http/endpoint.ts';
import { presentPayout } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { advanceInRequest } from '#lib/payouts/store/advance.ts';
import { decidePayout } from '#lib/payouts/store/payouts.ts';

export const handler = endpoint(payouts.update, async ({ caller: { brand }, params, body, now }) => {
  const payout = await decidePayout(brand.id, params.id, body, now);
  return presentPayout(await advanceInRequest(payout, now));
});
