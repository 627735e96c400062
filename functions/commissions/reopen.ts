import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { reopen } from '#lib/money/commissions/rules/status.ts';
import { prepareChange } from '#lib/money/commissions/store/commissions.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(commissions.reopen, async ({ caller: { brand }, params, now }) => {
  const { after, writes } = await prepareChange(brand.id, params.id, now, reopen);
  return { answer: presentCommission(after), writes };
});
