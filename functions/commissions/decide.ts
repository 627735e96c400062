import { currentActor } from '#lib/foundation/shared/actor.ts';
import { presentDecision } from '#lib/money/decisions/present.ts';
import { commissions } from '#lib/money/decisions/routes.ts';
import { newDecision } from '#lib/money/decisions/rules.ts';
import { addDecision } from '#lib/money/decisions/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(commissions.decide, ({ caller: { brand }, body, now }) => {
  const decision = newDecision(body, { brand, actor: currentActor() }, now);
  return { answer: presentDecision(decision), writes: addDecision(decision) };
});
