import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { prepareChange } from '#lib/money/commissions/store/commissions.ts';
import { presentFinding } from '#lib/money/fraud/present.ts';
import { fraudFindings } from '#lib/money/fraud/routes.ts';
import { prepareDecision } from '#lib/money/fraud/store/findings.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(fraudFindings.decide, async ({ caller, params, body, now }) => {
  const finding = { brandId: caller.brand.id, id: params.id };
  const decided = { ...body, decidedBy: actorOf(caller).id };
  const { after, writes } = await prepareDecision(finding, decided, prepareChange, now);
  return { answer: presentFinding(after), writes };
});
