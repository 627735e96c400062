import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { presentDispute } from '#lib/money/disputes/present.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { prepareClosing } from '#lib/money/disputes/store/disputes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(disputes.accept, async ({ caller, params, body, now }) => {
  const { brand } = caller;
  const { conversionId = null, commissionId = null } = body.resolution ?? {};
  const resolution = body.resolution === undefined ? null : { conversionId, commissionId };
  const { reason } = body;
  const closing = { status: 'accepted', reason, resolution, decidedBy: actorOf(caller).id } as const;
  const { after, writes } = await prepareClosing(brand.id, params.id, closing, now);
  return { answer: presentDispute(after), writes };
});
