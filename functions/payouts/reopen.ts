import { presentPayout } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { isReopening } from '#lib/money/payouts/rules/statuses.ts';
import { advanceInRequest } from '#lib/money/payouts/store/advance.ts';
import { reopenPayout } from '#lib/money/payouts/store/payouts.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(payouts.reopen, async ({ caller, params, body, attempt }) => {
  const { brand } = caller;
  const payout = await reopenPayout({ brandId: brand.id, id: params.id, reason: body.reason }, attempt);
  return { answer: presentPayout(await advanceInRequest(payout, brand, isReopening)) };
});
