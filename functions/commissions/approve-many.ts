import { actorOf } from '#lib/auth/rules/caller.ts';
import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { approveCommission } from '#lib/commissions/store/commissions.ts';
import { batchResults } from '#lib/http/batch.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { settleEach } from '#lib/shared/concurrency.ts';

export const handler = idempotentEndpoint(commissions.approveMany, async ({ caller, body, now, attempt }) => {
  const approve = (id: string) => approveCommission(caller.brand.id, id, actorOf(caller).id, now);
  const results = await settleEach(body.ids, (id) => id, approve, attempt);
  const answer = batchResults(results, (approved) => ({
    status: 'approved',
    commission: presentCommission(approved),
  }));
  return { answer };
});
