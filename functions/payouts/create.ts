import { canRead } from '#lib/access/auth/rules/caller.ts';
import { isDryRun } from '#lib/foundation/contract/dry-run.ts';
import { presentPayout, presentPreview } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { advanceInRequest } from '#lib/money/payouts/store/advance.ts';
import { checkAffiliatesExist, createPayoutOnce, newPayout } from '#lib/money/payouts/store/create.ts';
import { previewPayout } from '#lib/money/payouts/store/preview.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import { nothing } from '#lib/surface/http/nothing.ts';
import { unchanged } from '#lib/surface/http/response.ts';

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
