import { isDryRun } from '#lib/contract/dry-run.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';
import { presentPayout, presentPreview } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { advanceInRequest } from '#lib/payouts/store/advance.ts';
import { checkAffiliatesExist, createPayoutOnce, newPayout } from '#lib/payouts/store/create.ts';
import { previewPayout } from '#lib/payouts/store/preview.ts';

export const handler = idempotentEndpoint(
  payouts.create,
  async ({ caller: { brand }, body, query, now, attempt }) => {
    const payout = newPayout(body, brand, attempt);
    await checkAffiliatesExist(payout);
    if (isDryRun(query)) return { answer: unchanged(presentPreview(await previewPayout(payout, now))) };
    const created = await createPayoutOnce(payout, attempt);
    return { answer: presentPayout(await advanceInRequest(created, now)) };
  },
);
