import { canRead } from '#lib/auth/rules/caller.ts';
import { isDryRun } from '#lib/contract/dry-run.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { nothing, unchanged } from '#lib/http/response.ts';
import { presentPayout, presentPreview } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { advanceInRequest } from '#lib/payouts/store/advance.ts';
import { checkAffiliatesExist, createPayoutOnce, newPayout } from '#lib/payouts/store/create.ts';
import { previewPayout } from '#lib/payouts/store/preview.ts';

export const handler = idempotentEndpoint(payouts.create, async ({ caller, body, query, attempt }) => {
  const { brand } = caller;
  const payout = newPayout(body, brand, attempt);
  if (isDryRun(query)) {
    await checkAffiliatesExist(payout);
    const preview = await previewPayout(payout);
    return { answer: unchanged(presentPreview(preview, canRead(caller, 'creators:read'))) };
  }
  const created = await createPayoutOnce(payout, attempt);
  if (!('id' in created)) return { answer: nothing({ reason: created.emptyReason }) };
  return { answer: presentPayout(await advanceInRequest(created, brand)) };
});
