import { endpoint } from '#lib/http/endpoint.ts';
import { advanceInRequest } from '#lib/payouts/advance.ts';
import { presentPayout } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { decidePayout } from '#lib/payouts/store.ts';

export const handler = endpoint(payouts.update, async ({ caller: { brand }, params, body, now }) => {
  const payout = await decidePayout(brand.id, params.id, body, now);
  return presentPayout(await advanceInRequest(payout, now));
});
