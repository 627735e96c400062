import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';
import { presentPayout, presentPreview } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { advanceInRequest } from '#lib/payouts/store/advance.ts';
import { createPayoutOnce, demandAffiliates, newPayout } from '#lib/payouts/store/payouts.ts';
import { previewPayout } from '#lib/payouts/store/preview.ts';

export const handler = idempotentEndpoint(payouts.create, async ({ caller: { brand }, body, query, now, attempt }) => {
  const payout = newPayout(body, brand, attempt);
  await demandAffiliates(payout);
  if (query.dryRun === 'true') return unchanged(presentPreview(await previewPayout(payout, now)));
  return presentPayout(await advanceInRequest(await createPayoutOnce(payout, attempt), now));
});
