import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { approveCommissions } from '#lib/commissions/store/bulk.ts';
import { batchOf } from '#lib/http/batch.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(commissions.approveMany, async ({ caller, body, now, attempt }) => {
  const { brand, userId } = caller;
  const outcomes = await approveCommissions(brand.id, body.ids, { userId, now, attempt });
  return batchOf(outcomes, (approved) => ({ status: 'approved', commission: presentCommission(approved) }));
});
