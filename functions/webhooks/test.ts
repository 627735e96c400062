import { currentActor } from '#lib/foundation/shared/actor.ts';
import { presentDelivery, presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { testEvent } from '#lib/outlets/webhooks/present/test-event.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { newDelivery } from '#lib/outlets/webhooks/rules/delivery.ts';
import { getEnabledEndpoint } from '#lib/outlets/webhooks/store/endpoints.ts';
import { countTest } from '#lib/outlets/webhooks/store/test-limit.ts';
import { addDelivery, addTask } from '#lib/outlets/webhooks/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(webhooks.test, async ({ caller, params, receivedAt }) => {
  const found = await getEnabledEndpoint({ brandId: caller.brand.id, id: params.id });
  const event = testEvent(presentEndpoint(found), currentActor(), receivedAt);
  const delivery = newDelivery(found, event, receivedAt);
  const writes = [
    countTest(found, receivedAt),
    addDelivery(delivery, receivedAt),
    addTask(found, { kind: 'test', event }, receivedAt),
  ];
  return { answer: presentDelivery(delivery), writes };
});
