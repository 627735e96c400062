import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { presentReconciliation } from '#lib/shops/comparisons/present.ts';
import { reconciliations } from '#lib/shops/comparisons/routes.ts';
import { applying } from '#lib/shops/comparisons/rules/reconciliation.ts';
import { getReconciliation, requireDifferences } from '#lib/shops/comparisons/store/reconciliations.ts';
import { changeReconciliation } from '#lib/shops/comparisons/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(reconciliations.apply, async (request) => {
  const { caller, params, body, requestId, now } = request;
  const before = await getReconciliation(caller.brand.id, params);
  const ids = body.differenceIds === undefined ? null : [...new Set(body.differenceIds)];
  const after = applying(before, ids, { ...actorOf(caller), requestId }, now);
  if (ids !== null) await requireDifferences(before, ids);
  return { answer: presentReconciliation(after), writes: [changeReconciliation(before, after)] };
});
