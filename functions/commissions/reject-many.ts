import { settleEach } from '#lib/foundation/shared/concurrency.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { rejectCommission } from '#lib/money/commissions/store/commissions.ts';
import { selectCommissions } from '#lib/money/commissions/store/matching.ts';
import { batchResults } from '#lib/surface/http/batch.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(commissions.rejectMany, async ({ caller, body, now, attempt }) => {
  const { ids, cursor, check } = await selectCommissions(caller.brand, body);
  const reject = (id: string) => rejectCommission(caller.brand.id, id, body.reason, now, check);
  const results = await settleEach(ids, (id) => id, reject, attempt);
  const { items } = batchResults(results, (rejected) => ({
    status: 'rejected',
    commission: presentCommission(rejected),
  }));
  return { answer: { items, cursor } };
});
