import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { settleEach } from '#lib/foundation/shared/concurrency.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { approveCommission } from '#lib/money/commissions/store/commissions.ts';
import { selectCommissions } from '#lib/money/commissions/store/matching.ts';
import { batchResults } from '#lib/surface/http/batch.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(commissions.approveMany, async ({ caller, body, now, attempt }) => {
  const { ids, cursor, check } = await selectCommissions(caller.brand, body);
  const approve = (id: string) => approveCommission(caller.brand.id, id, actorOf(caller).id, now, check);
  const results = await settleEach(ids, (id) => id, approve, attempt);
  const { items } = batchResults(results, (approved) => ({
    status: 'approved',
    commission: presentCommission(approved),
  }));
  return { answer: { items, cursor } };
});
