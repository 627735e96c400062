import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { newManualCommission, prefetchNamed } from '#lib/money/commissions/rules/manual.ts';
import { addCommission } from '#lib/money/commissions/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  commissions.create,
  ({ caller, body, prefetched: named, now }) => {
    const approvedBy = actorOf(caller).id;
    const commission = newManualCommission(body, { brand: caller.brand, named, approvedBy }, now);
    return { answer: presentCommission(commission), writes: addCommission(commission, named, now) };
  },
  { prefetch: prefetchNamed },
);
